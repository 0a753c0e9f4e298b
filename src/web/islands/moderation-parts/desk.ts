// The state of the desk: what is being decided, about one entry or all chosen ones. The next entry is shown at once; if a
// decision is refused, its entry comes back with a message. The last decision can be taken back.
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { Claiming } from './claiming.ts';
import { send, sendAlike, sendSeveral, type Wish } from './deciding.ts';
import { DeskList, type DeskOpening, type Refused } from './desk-list.ts';
import { type Entry, isOpen, TEXTS, type Verdict } from './shapes.ts';

/** What the desk tells of. */
export interface DeskNews {
  /** The sentence of a refusal. */
  sayFault(refused: Refused): string;
  onDecided(verdict: Verdict, count: number): void;
  /** All that waited with the same text was rejected; `more`: more may wait. */
  onAlike(count: number, more: boolean): void;
}

interface Decided {
  readonly entry: Entry;
  readonly version: number;
}

/** So many can be decided at once. */
export const CHOSEN_MAX = 50;
const POLL_MS = 30_000;
/** For a moment keys decide nothing, when an entry came back under them. */
const CALM_MS = 600;

export class Desk {
  readonly list: DeskList;
  readonly current: ReadonlySignal<Entry | undefined>;
  readonly chosen = signal<ReadonlySet<string>>(new Set());
  /** Of what a reason is being given. */
  readonly rejecting = signal<'nothing' | 'current' | 'chosen'>('nothing');
  readonly reason = signal<ReasonCode | undefined>(undefined);
  readonly message = signal('');
  readonly isShown = signal(false);
  /** On phones, which have one column. */
  readonly view = signal<'list' | 'case'>('list');
  readonly isSingle: boolean;
  /** What was decided last. */
  #last: { readonly wish: Wish; readonly decided: readonly Decided[] } | undefined;
  #calmUntil = 0;
  readonly #news: DeskNews;
  readonly #claiming = new Claiming({
    mayClaim: ({ type, id, blocked, status }) =>
      type === 'case' && blocked === null && isOpen({ status }) && !this.list.sending.has(id),
    onClaims: (id, claims) => {
      const found = this.list.entries.value.find((one) => one.id === id);
      if (found !== undefined) this.list.replace({ ...found, claims });
    },
  });

  constructor(opening: DeskOpening, news: DeskNews) {
    this.#news = news;
    this.isSingle = opening.isSingle;
    this.list = new DeskList(opening, (refused) => news.sayFault(refused));
    this.current = this.list.current;
    if (this.isSingle) this.view.value = 'case';
  }

  /** Comes alive in the browser; returns what ends it. */
  open(): () => void {
    const { current, list } = this;
    if (current.value !== undefined) {
      this.#claiming.claim(current.value, true);
      void list.load(current.value);
    }
    if (!this.isSingle) void list.prefetch();
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      if (!this.isSingle) void this.refresh();
      if (current.value !== undefined) this.#claiming.renew(current.value);
    }, POLL_MS);
    const leave = (): void => {
      if (current.value !== undefined) this.#claiming.leave(current.value);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
    };
  }

  /** What waits now. */
  async refresh(): Promise<void> {
    const isEmpty = this.current.value === undefined;
    const isNews = await this.list.refresh();
    const [first] = this.list.entries.value;
    if (!isNews || !isEmpty || first === undefined) return;
    // Something came while nothing waited; on phones the list stays.
    const view = this.view.value;
    this.go(first.id);
    this.view.value = view;
  }

  /** Looks at an entry. */
  go(id: string | undefined): void {
    const left = this.current.value;
    if (left?.id === id) {
      this.view.value = 'case';
      return;
    }
    batch(() => {
      if (left !== undefined && !isOpen(left) && !this.isSingle) this.#remove(left.id);
      this.list.at.value = id;
      this.rejecting.value = 'nothing';
      this.reason.value = undefined;
      this.message.value = '';
      this.isShown.value = false;
      this.#calmUntil = 0;
      this.view.value = id === undefined ? 'list' : 'case';
    });
    if (left !== undefined) this.#claiming.claim(left, false);
    const entry = this.current.value;
    if (entry === undefined) return;
    this.#claiming.claim(entry, true);
    void this.list.load(entry);
    void this.list.prefetch();
  }

  /** The next or previous entry. */
  step(by: number): void {
    const list = this.list.entries.value;
    const place = list.findIndex(({ id }) => id === this.list.at.value);
    const next = list[place < 0 ? 0 : place + by];
    if (next !== undefined) this.go(next.id);
  }

  /** Whether a key may decide now. */
  get isCalm(): boolean {
    return performance.now() >= this.#calmUntil;
  }

  /** Whose buttons are visible: keys act as those do. */
  get acting(): 'current' | 'chosen' {
    return this.rejecting.value === 'chosen' || this.chosen.value.size > 0 ? 'chosen' : 'current';
  }

  /** Whether a reason is being given for what the visible buttons decide. */
  get isRejecting(): boolean {
    return this.rejecting.value === this.acting;
  }

  /** Decides what the visible buttons decide. */
  decideVisible(verdict: Verdict): Promise<void> {
    return this.acting === 'chosen' ? this.decideChosen(verdict) : this.decide(verdict);
  }

  startRejecting(of = this.acting): void {
    const entry = this.current.value;
    if (of === 'current' && (entry === undefined || !this.mayDecide(entry, 'rejected'))) return;
    this.rejecting.value = of;
  }

  mayDecide(entry: Entry, verdict: Verdict): boolean {
    if (entry.blocked !== null || this.list.sending.has(entry.id)) return false;
    if (isOpen(entry)) return true;
    if (entry.type === 'case') return entry.status === 'decided' && entry.verdict !== verdict;
    const self = this.list.contexts.value.get(entry.id)?.place.self;
    return self != null && self.hidden !== (verdict === 'rejected');
  }

  choose(id: string, isChosen: boolean): void {
    const chosen = new Set(this.chosen.value);
    if (!isChosen) chosen.delete(id);
    else if (chosen.size < CHOSEN_MAX) chosen.add(id);
    this.chosen.value = chosen;
    if (chosen.size === 0 && this.rejecting.value === 'chosen') this.rejecting.value = 'nothing';
  }

  /** Decides the entry that is looked at. */
  async decide(verdict: Verdict): Promise<void> {
    const entry = this.current.value;
    const wish = this.#wish(verdict);
    if (entry === undefined || wish === undefined || !this.mayDecide(entry, verdict)) return;
    await this.#decide(entry, wish);
  }

  /** Whether there may be others with the text of an entry. */
  mayRejectAlike({ type, kind }: Entry): boolean {
    return type === 'case' && TEXTS.has(kind);
  }

  /** Rejects the entry that is looked at, and all that waits with the same text. */
  async rejectAlike(): Promise<void> {
    const { list } = this;
    const entry = this.current.value;
    const wish = this.#wish('rejected');
    if (entry === undefined || wish === undefined || !this.mayRejectAlike(entry)) return;
    if (!this.mayDecide(entry, 'rejected')) return;
    list.sending.add(entry.id);
    const sent = await sendAlike(entry, wish);
    list.sending.delete(entry.id);
    this.rejecting.value = 'nothing';
    if (!sent.ok) {
      list.refuse(entry.id, sent);
      return list.load(entry, true);
    }
    for (const { id, refused } of sent.refused) list.refuse(id, refused);
    const done = new Set(sent.rejected);
    const next = list.entries.value.find(({ id }) => !done.has(id));
    this.#last = undefined;
    batch(() => {
      this.chosen.value = new Set();
      if (!this.isSingle && done.has(entry.id)) this.go(next?.id);
      if (!this.isSingle) list.remove(done);
      list.settle(done.size);
    });
    this.#news.onAlike(done.size, sent.more);
    list.readAnew(() => true);
    list.refill();
  }

  /** Decides all chosen entries. Those that are refused stay, each with its sentence. */
  async decideChosen(verdict: Verdict): Promise<void> {
    const { list } = this;
    const wish = this.#wish(verdict);
    const entries = list.entries.value.filter(({ id }) => this.chosen.value.has(id));
    if (wish === undefined || entries.length === 0) return;
    for (const { id } of entries) list.sending.add(id);
    this.rejecting.value = 'nothing';
    const outcomes = await sendSeveral(entries, wish, async (entry) => {
      await list.load(entry, true);
      return list.contexts.value.get(entry.id);
    });
    for (const { id } of entries) list.sending.delete(id);
    const decided: Decided[] = [];
    for (const [index, entry] of entries.entries()) {
      const sent = outcomes[index];
      if (sent?.ok === true) decided.push({ entry, version: sent.version });
      list.refuse(entry.id, sent?.ok === false ? sent : undefined);
    }
    const done = new Set(decided.map(({ entry }) => entry.id));
    const next = list.entries.value.find(({ id }) => !done.has(id));
    batch(() => {
      this.chosen.value = new Set();
      this.reason.value = undefined;
      this.message.value = '';
      if (done.has(list.at.value ?? '')) this.go(next?.id);
      list.remove(done);
      list.settle(decided.filter(({ entry }) => isOpen(entry)).length);
    });
    if (decided.length > 0) {
      list.readAnew(() => true);
      this.#last = { wish, decided };
      this.#news.onDecided(verdict, decided.length);
    }
    for (const entry of entries) if (!done.has(entry.id)) void list.load(entry, true);
    list.refill();
  }

  /** The other way, for what was decided last: one entry, or all that were decided with it. */
  async decideOtherwise(): Promise<void> {
    const last = this.#last;
    if (last === undefined || last.decided.some(({ entry }) => this.list.sending.has(entry.id))) return;
    this.#last = undefined;
    const { verdict } = last.wish;
    const back = last.decided.map(({ entry, version }): Entry => {
      const reports = { ...entry.reports, items: [] };
      return entry.type === 'case' ? { ...entry, version, status: 'decided', verdict, reports } : { ...entry, reports };
    });
    const [first] = back;
    if (first === undefined) return;
    if (this.isSingle) this.list.replace(first);
    else this.list.insert(back, 0);
    if (back.length > 1) {
      this.chosen.value = new Set(back.map(({ id }) => id));
      if (verdict === 'rejected') return this.decideChosen('allow');
      this.rejecting.value = 'chosen';
      return;
    }
    this.go(first.id);
    if (first.type === 'reports') await this.list.load(first, true);
    if (verdict === 'rejected') return this.#decide(first, { ...last.wish, verdict: 'allow', message: undefined });
    this.rejecting.value = 'current';
  }

  #wish(verdict: Verdict): Wish | undefined {
    const message = this.message.value.trim();
    const reasonCode = verdict === 'allow' ? 'other' : this.reason.value;
    if (reasonCode === undefined) return undefined;
    return { verdict, reasonCode, message: verdict === 'allow' || message === '' ? undefined : message };
  }

  async #decide(entry: Entry, wish: Wish): Promise<void> {
    const { id } = entry;
    const { list } = this;
    const place = list.entries.value.findIndex((one) => one.id === id);
    list.sending.add(id);
    // Of reports the version of the thing itself is needed.
    if (entry.type === 'reports') await list.load(entry);
    const context = list.contexts.value.get(id);
    if (!this.isSingle) {
      const next = list.entries.value[place + 1] ?? list.entries.value[place - 1];
      this.go(list.entries.value.length === 1 ? undefined : next?.id);
      this.#remove(id);
    } else {
      this.rejecting.value = 'nothing';
    }
    const sent = await send(entry, context, wish);
    list.sending.delete(id);
    if (!sent.ok) return this.#bringBack(entry, place, sent);
    this.#last = { wish, decided: [{ entry, version: sent.version }] };
    if (isOpen(entry)) list.settle(1);
    list.refuse(id, undefined);
    this.#news.onDecided(wish.verdict, 1);
    if (this.isSingle) return list.load(entry, true);
    list.forget(id);
    list.readAnew((read) => read.entry.authorUid === entry.authorUid);
    list.refill();
  }

  /** A refused decision: the entry is at its place again, as it is now. */
  #bringBack(entry: Entry, place: number, refused: Refused): void {
    this.list.refuse(entry.id, refused);
    if (!this.isSingle) {
      this.list.insert([entry], place);
      // Who is giving a reason for another one is not interrupted.
      if (this.rejecting.value === 'nothing') {
        this.go(entry.id);
        this.#calmUntil = performance.now() + CALM_MS;
      }
    }
    void this.list.load(entry, true);
  }

  #remove(id: string): void {
    this.list.remove(new Set([id]));
    if (this.chosen.value.has(id)) this.choose(id, false);
  }
}
