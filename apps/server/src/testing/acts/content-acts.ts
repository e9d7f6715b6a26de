import type { Acts } from './act.ts'
import type { StoreActScene } from './filled-store.ts'
import { flowActs } from './flow-acts.ts'
import { loaderActs } from './loader-acts.ts'
import { runActs } from './run-acts.ts'
import { storeActs } from './store-acts.ts'
import { type ThingScene, thingActs } from './thing-acts.ts'

/** All that the acts on what a workspace holds are tried with. */
export type ContentScene = ThingScene & StoreActScene

/** What is done to what a workspace holds. */
export const contentActs: Acts<ContentScene> = {
  ...flowActs,
  ...runActs,
  ...thingActs,
  ...storeActs,
  ...loaderActs,
}
