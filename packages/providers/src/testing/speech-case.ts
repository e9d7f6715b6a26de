import type { JsonObject, NodeDefinition } from '@runnel/contract'
import type { FakeVendor } from './chat-model-case.ts'

/** What the tests of the family need to know of one service of speech. */
export interface SpeechCase {
  /** The service, by the name in the settings of a flow. */
  node: string
  setting: NonNullable<NodeDefinition['settingOf']>
  values: JsonObject
  /** Secret fields of the credential; the fake lets in this key only. */
  credential: Record<string, string>
  /** Its other fields. */
  account?: Record<string, string>
  /** Where it means to send the calls. */
  host: string
  startFake(): Promise<FakeVendor>
  worksWithoutKey?: boolean
}
