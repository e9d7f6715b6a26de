import type { startFakeOpenAI } from '@runnel/providers/testing'

/** What a fake of OpenAI is asked, and what it replies; its own echo where nothing is said. */
export type PlayModel = NonNullable<NonNullable<Parameters<typeof startFakeOpenAI>[0]>['respond']>
