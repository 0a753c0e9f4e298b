// The activity of the running code: the request or job that it runs for, so that a statement can be logged with its route.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trace } from './tracing.ts';

export interface Activity {
  /** Id of the route, or kind of the job. */
  readonly name: string;
  readonly requestId?: string | undefined;
  /** Undefined when it is not sampled. */
  readonly trace?: Trace | undefined;
}

const activities = new AsyncLocalStorage<Activity>();

export const runActivity = <T>(activity: Activity, work: () => T): T => activities.run(activity, work);
export const currentActivity = (): Activity | undefined => activities.getStore();
