import { CALL_GUARDS } from './call-guards.ts'
import { GOING_GUARDS } from './going-guards.ts'
import type { Guard } from './guard.ts'
import { PEOPLE_GUARDS } from './people-guards.ts'
import { SECRET_GUARDS } from './secret-guards.ts'

/** Guards of different kinds, each with the test that must fail when it is taken out (`npm run guards`). */
export const GUARDS: readonly Guard[] = [...CALL_GUARDS, ...GOING_GUARDS, ...PEOPLE_GUARDS, ...SECRET_GUARDS]
