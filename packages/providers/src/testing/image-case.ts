import type { JsonObject } from '@runnel/contract'
import type { FakeVendor, Without } from './chat-model-case.ts'
import type { FakeReply } from './fake-openai-reply.ts'

/** What the tests of the family need to know of one image model. */
export interface ImageCase {
  /** The node that provides it. */
  node: string
  /** Values of a model that the fake knows. */
  values: JsonObject
  /** Secret fields of the credential; the fake lets in this key only. */
  credential: Record<string, string>
  /** Its other fields: the names of an account. */
  account?: Record<string, string>
  /** Where it means to send the calls that draw. */
  host: string
  /** The param that names the model; false where the credential names one too. */
  nameParam?: string | false
  startFake(): Promise<FakeVendor>
  /** Whether it draws without a credential too. */
  worksWithoutKey?: boolean
  /** Values of an author, and what of them stands in the body of the call. */
  settings: { values: JsonObject; body: JsonObject }
  /** How the vendor says that it does not draw what it was asked for, and what people are told of that. */
  refusesContent: { reply: FakeReply; says: string } | Without
  /** Tokens of the usual picture; none where the vendor counts pictures. */
  tokens?: { inputTokens: number; outputTokens: number }
  /** The picture comes as it is, not as a text. */
  isBare?: boolean
}
