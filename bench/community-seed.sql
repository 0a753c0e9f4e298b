-- Plausible, skewed data for the community bench: 1,000 accounts, and as many posts, comments and likes (at most) as the
-- settings `bench.posts`, `bench.comments` and `bench.likes` say. A few authors write most, a few posts are liked most,
-- most words are rare, one is in every tenth post and one in four posts of all. Counters are reckoned at the end, with
-- triggers off meanwhile.
alter table comment disable trigger user;
alter table post disable trigger user;
alter table post_like disable trigger user;
alter table post_tag disable trigger user;
alter table follow disable trigger user;
set statement_timeout = 0;
select setseed(0.42);

insert into account (id, name, email, email_verified)
select gen_random_uuid(), 'Seed', 'seed-' || n || '@example.org', true from generate_series(1, 1000) n;
insert into profile (account_id, display_name, handle)
select id, 'Seed ' || row_number() over (order by email), 'seed-' || row_number() over (order by email) from account where email like 'seed-%';

create temp table person as
select account_id as id, (row_number() over (order by uid))::int as n from profile where handle like 'seed-%';
create unique index on person (n);

create temp table word as
select n, (array['音楽','歌','星','夢','夜','風','花','雪','空','海','光','声','街','朝','春','夏','秋','冬','旅','友'])[1 + n % 20]
  || (array['祭','会','団','譜','曲','人','場','物','色','道','語','心','手','目','日','月','火','水','木','金'])[1 + (n / 20) % 20]
  || (array['の','と','を','が','に','は','へ','も','で','や'])[1 + (n / 400) % 10] as text
from generate_series(0, 3999) n;
create unique index on word (n);

create temp table draft as
select gen_random_uuid() as id, 1 + floor(1000 * power(random(), 3))::int as author, n,
  now() - (n * interval '5 minutes') - random() * interval '4 minutes' as at,
  case when random() < 0.9 then 'public' when random() < 0.6 then 'protected' else 'private' end as visibility,
  (select string_agg(w.text, ' ') from (select floor(4000 * power(random(), 2))::int as pick from generate_series(1, 12 + (n % 9))) p
    join word w on w.n = p.pick) || case when n % 10 = 0 then ' 限定' else '' end || case when n % (current_setting('bench.posts')::int / 4) = 7 then ' 稀語' else '' end as body
from generate_series(1, current_setting('bench.posts')::int) n;

insert into post (id, author_id, title, body, excerpt, tags, visibility, moderation_status, created_at, updated_at, search_text, grams)
select d.id, p.id, left(d.body, 20), d.body, d.body, case when d.n % 7 = 0 then array['event'] else '{}'::text[] end, d.visibility, 'allow',
  d.at, d.at, lower(left(d.body, 20) || ' ' || d.body),
  array_to_tsvector(array(select distinct g from (
      select unnest(array[c, c || lead(c) over (order by i)]) as g
      from unnest(string_to_array(lower(left(d.body, 20) || ' ' || d.body), null)) with ordinality u(c, i)) s
    where g !~ '\s'))
from draft d join person p on p.n = d.author;
insert into tag (name, id) select 'event', gen_random_uuid() on conflict do nothing;
insert into post_tag (post_id, tag, created_at, listed) select id, 'event', created_at, visibility = 'public' from post where tags = array['event'];
insert into post_revision (post_id, revision, title, body, visibility, tags) select id, 1, title, body, visibility, tags from post;

create temp table numbered as select id, n, at from draft;
create unique index on numbered (n);
analyze numbered;

insert into comment (id, post_id, author_id, top, floor, body, moderation_status, like_count, created_at, updated_at)
select gen_random_uuid(), t.id, p.id, true, row_number() over (partition by t.id order by c.n), '良い曲ですね ' || c.n, 'allow',
  floor(20 * power(random(), 6))::int, t.at + c.n * interval '1 millisecond', now()
from (select n, 1 + floor(current_setting('bench.posts')::int * power(random(), 2))::int as target,
    1 + floor(1000 * power(random(), 2))::int as author
  from generate_series(1, current_setting('bench.comments')::int) n) c
join numbered t on t.n = c.target join person p on p.n = c.author;

insert into post_like (post_id, account_id)
select distinct t.id, p.id
from (select 1 + floor(current_setting('bench.posts')::int * power(random(), 2.5))::int as target,
    1 + floor(1000 * random())::int as author
  from generate_series(1, 11 * current_setting('bench.likes')::int / 10)) l
join numbered t on t.n = l.target join person p on p.n = l.author
limit current_setting('bench.likes')::int;

insert into follow (follower_id, followed_id)
select distinct a.id, b.id from (select 1 + floor(1000 * random())::int as x, 1 + floor(1000 * power(random(), 3))::int as y
  from generate_series(1, 20000)) f join person a on a.n = f.x join person b on b.n = f.y where a.id <> b.id;

update post set like_count = coalesce(l.n, 0), comment_count = coalesce(c.n, 0)
from post q left join (select post_id, count(*)::int as n from post_like group by 1) l on l.post_id = q.id
  left join (select post_id, count(*)::int as n from comment group by 1) c on c.post_id = q.id
where q.id = post.id;
insert into post_activity (post_id, created_at, day, week, month, year, total)
select p.id, p.created_at, count(*) filter (where e.at > now() - interval '1 day'),
  count(*) filter (where e.at > now() - interval '7 days'), count(*) filter (where e.at > now() - interval '30 days'),
  count(*) filter (where e.at > now() - interval '365 days'), count(e.at)
from post p left join (select post_id, created_at as at from post_like union all select post_id, created_at from comment) e
  on e.post_id = p.id group by p.id, p.created_at on conflict do nothing;
insert into author_stat (account_id, posts, followers, following)
select p.id, (select count(*) from post where author_id = p.id and visibility = 'public'),
  (select count(*) from follow where followed_id = p.id), (select count(*) from follow where follower_id = p.id) from person p
on conflict (account_id) do update set posts = excluded.posts, followers = excluded.followers, following = excluded.following;
alter table comment enable trigger user;
alter table post enable trigger user;
alter table post_tag enable trigger user;
alter table post_like enable trigger user;
alter table follow enable trigger user;
