-- Plausible, skewed data for the community bench: as many accounts, posts, comments and likes (at most) as the settings
-- `bench.people` (1,000 if it is not set), `bench.posts`, `bench.comments` and `bench.likes` say. A few authors write most, a few
-- posts are liked most, most words are rare, one is in every tenth post and one in four posts of all. Counters are reckoned
-- first, and indexes and references are made at the end, so that a million posts take minutes.
alter table comment disable trigger user;
alter table post disable trigger user;
alter table post_like disable trigger user;
alter table post_tag disable trigger user;
alter table follow disable trigger user;
set statement_timeout = 0;
set work_mem = '256MB';
set maintenance_work_mem = '1GB';
set synchronous_commit = off;
select setseed(0.42);

create temp table size as select coalesce(nullif(current_setting('bench.people', true), ''), '1000')::int as people,
  current_setting('bench.posts')::int as posts, current_setting('bench.comments')::int as comments,
  current_setting('bench.likes')::int as likes;

insert into account (id, name, email, email_verified)
select gen_random_uuid(), 'Seed', 'seed-' || n || '@example.org', true from generate_series(1, (select people from size)) n;
insert into profile (account_id, display_name, handle)
select id, 'Seed ' || row_number() over (order by email), 'seed-' || row_number() over (order by email) from account where email like 'seed-%';

create temp table person as
select account_id as id, (row_number() over (order by uid))::int as n from profile where handle like 'seed-%';
create unique index on person (n);
analyze person;

create temp table word as
select n, (array['音楽','歌','星','夢','夜','風','花','雪','空','海','光','声','街','朝','春','夏','秋','冬','旅','友'])[1 + n % 20]
  || (array['祭','会','団','譜','曲','人','場','物','色','道','語','心','手','目','日','月','火','水','木','金'])[1 + (n / 20) % 20]
  || (array['の','と','を','が','に','は','へ','も','で','や'])[1 + (n / 400) % 10] as text
from generate_series(0, 3999) n;
-- The grams of a text are those of its words, which are written out once.
alter table word add column grams text;
update word set grams = (select string_agg(quote_literal(g), ' ') from (select substr(text, i, k) as g
  from generate_series(1, length(text)) i, generate_series(1, 2) k where i + k <= length(text) + 1) t);
create unique index on word (n);
analyze word;

create temp table draft as
select d.id, d.author, d.n, d.at, d.visibility,
  b.body || case when n % 10 = 0 then ' 限定' else '' end || case when n % (posts / 4) = 7 then ' 稀語' else '' end as body,
  b.grams || case when n % 10 = 0 then ' 限 定 限定' else '' end || case when n % (posts / 4) = 7 then ' 稀 語 稀語' else '' end as grams
from (select gen_random_uuid() as id, 1 + floor(people * power(random(), 3))::int as author, n, posts,
    now() - (n * interval '5 minutes') - random() * interval '4 minutes' as at,
    case when random() < 0.9 then 'public' when random() < 0.6 then 'protected' else 'private' end as visibility
  from size, generate_series(1, posts) n) d
cross join lateral (select string_agg(w.text, ' ') as body, string_agg(w.grams, ' ') as grams
  from (select floor(4000 * power(random(), 2))::int as pick from generate_series(1, 12 + (d.n % 9))) p join word w on w.n = p.pick) b;
create temp table numbered as select id, n, at from draft;
create unique index on numbered (n);
analyze numbered;

-- References of the large tables, and their indexes without those that are keys.
create temp table released as
select conrelid::regclass::text as owner, format('%I', conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
where contype = 'f' and conrelid in ('post'::regclass, 'post_activity'::regclass, 'post_like'::regclass, 'post_revision'::regclass,
  'post_tag'::regclass, 'comment'::regclass, 'follow'::regclass);
create temp table dropped as
select format('%I', indexname) as name, indexdef from pg_indexes where schemaname = 'public'
  and tablename in ('post', 'post_activity', 'post_like', 'comment') and indexname not in (select conname from pg_constraint);
do $$ declare one record; begin
  for one in select * from released loop execute format('alter table %s drop constraint %s', one.owner, one.name); end loop;
  for one in select name from dropped loop execute 'drop index ' || one.name; end loop;
end $$;

insert into comment (id, post_id, author_id, top, floor, body, moderation_status, like_count, created_at, updated_at)
select gen_random_uuid(), t.id, p.id, true, row_number() over (partition by t.id order by c.n), '良い曲ですね ' || c.n, 'allow',
  floor(20 * power(random(), 6))::int, t.at + c.n * interval '1 millisecond', now()
from (select n, 1 + floor(posts * power(random(), 2))::int as target, 1 + floor(people * power(random(), 2))::int as author
  from size, generate_series(1, comments) n) c
join numbered t on t.n = c.target join person p on p.n = c.author;

insert into post_like (post_id, account_id)
select distinct t.id, p.id
from (select 1 + floor(posts * power(random(), 2.5))::int as target, 1 + floor(people * random())::int as author
  from size, generate_series(1, 11 * likes / 10)) l
join numbered t on t.n = l.target join person p on p.n = l.author
order by 1, 2 limit (select likes from size);

create temp table tally as
select post_id, sum(likes)::int as likes, sum(comments)::int as comments from (
  select post_id, count(*) as likes, 0 as comments from post_like group by 1
  union all select post_id, 0, count(*) from comment group by 1) t group by 1;
create unique index on tally (post_id);
analyze tally;

insert into post (id, author_id, title, body, excerpt, tags, visibility, moderation_status, created_at, updated_at, published_at,
  like_count, comment_count, search_text, grams)
select d.id, p.id, left(d.body, 20), d.body, d.body, case when d.n % 7 = 0 then array['event'] else '{}'::text[] end, d.visibility, 'allow',
  d.at, d.at, case when d.visibility = 'public' then d.at end, coalesce(t.likes, 0), coalesce(t.comments, 0),
  lower(left(d.body, 20) || ' ' || d.body),
  d.grams::tsvector
from draft d join person p on p.n = d.author left join tally t on t.post_id = d.id;
insert into tag (name, id) select 'event', gen_random_uuid() on conflict do nothing;
insert into post_tag (post_id, tag, created_at, listed) select id, 'event', created_at, visibility = 'public' from post where tags = array['event'];
insert into post_revision (post_id, revision, title, body, visibility, tags) select id, 1, title, body, visibility, tags from post;

insert into follow (follower_id, followed_id)
select distinct a.id, b.id from (select 1 + floor(people * random())::int as x, 1 + floor(people * power(random(), 3))::int as y
  from size, generate_series(1, 20 * people)) f join person a on a.n = f.x join person b on b.n = f.y where a.id <> b.id;

insert into post_activity (post_id, created_at, day, week, month, year, total)
select p.id, p.created_at, count(*) filter (where e.at > now() - interval '1 day'),
  count(*) filter (where e.at > now() - interval '7 days'), count(*) filter (where e.at > now() - interval '30 days'),
  count(*) filter (where e.at > now() - interval '365 days'), count(e.at)
from post p left join (select post_id, created_at as at from post_like union all select post_id, created_at from comment) e
  on e.post_id = p.id group by p.id, p.created_at on conflict do nothing;
insert into author_stat (account_id, posts, followers, following)
select p.id, coalesce(w.n, 0), coalesce(f.n, 0), coalesce(g.n, 0) from person p
left join (select author_id, count(*) as n from post where visibility = 'public' group by 1) w on w.author_id = p.id
left join (select followed_id, count(*) as n from follow group by 1) f on f.followed_id = p.id
left join (select follower_id, count(*) as n from follow group by 1) g on g.follower_id = p.id
on conflict (account_id) do update set posts = excluded.posts, followers = excluded.followers, following = excluded.following;

do $$ declare one record; begin
  for one in select indexdef from dropped loop execute one.indexdef; end loop;
  for one in select * from released loop
    execute format('alter table %s add constraint %s %s', one.owner, one.name, one.definition);
  end loop;
end $$;
reset work_mem;
reset maintenance_work_mem;
reset synchronous_commit;
alter table comment enable trigger user;
alter table post enable trigger user;
alter table post_tag enable trigger user;
alter table post_like enable trigger user;
alter table follow enable trigger user;
