import type { JsonObject } from '@runnel/contract'
import type { FakeDialect, FakeReply } from './fake-openai-reply.ts'
import { startFakeOpenAI } from './fake-openai-server.ts'

/** A call as a fake vendor received it. Header names are lower case. */
export interface SeenCall {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

/** A server that speaks a vendor's protocol; replies are scripted in one form, whatever the protocol. */
export interface FakeVendor {
  origin: string
  requests: SeenCall[]
  respondWith(...replies: FakeReply[]): void
  close(): Promise<void>
}

/** Why a model cannot do something, where others can: no case leaves it out. */
export type Without = `none: ${string}`

/** Whether a case says why not. */
export const isWithout = (told: JsonObject | string): told is Without =>
  typeof told === 'string' && told.startsWith('none: ')

/** What a chat model that hears needs, and how the vendor is given a recording. */
export interface HearingCase {
  /** Values that let recordings through, and name a model that hears. */
  values: JsonObject
  /** Where its credential names the model. */
  account?: Record<string, string>
  /** The part of the request that holds a recording. */
  part: (mediaType: string, base64: string) => JsonObject
  /** The switch that lets recordings through, as people read it. */
  switchLabel: 'Allow Audio Uploads' | 'Allow Image Uploads'
}

/** How chat completions are given a recording. */
export const completionsSounds = (modelName: string, more: Partial<HearingCase> = {}): HearingCase => ({
  values: { modelName, allowAudioUploads: true },
  part: (mediaType, data) => ({
    type: 'input_audio',
    input_audio: { data, format: mediaType === 'audio/wav' ? 'wav' : 'mp3' },
  }),
  switchLabel: 'Allow Audio Uploads',
  ...more,
})

/** What the tests of the family need to know of one chat model. */
export interface ChatModelCase {
  /** The node that provides it. */
  node: string
  /** Values of a model that the fake knows; no address: calls to the vendor's own are led to the fake. */
  values: JsonObject
  /** Secret fields of the credential; the fake lets in this key only. */
  credential: Record<string, string>
  /** Its other fields: the names of an account. */
  account?: Record<string, string>
  startFake(): Promise<FakeVendor>
  /** Whether it answers without a credential too, where the node names an address of its own. */
  worksWithoutKey?: boolean
  /** Values that let images through. */
  images: JsonObject | Without
  /** How it hears; absent where no switch of its node lets recordings through. */
  sounds?: HearingCase
  /** Values with which it tells what it thinks. */
  reasoning: JsonObject | Without
  tools: 'called' | Without
  /** JSON that fits a schema, whatever the vendor is asked for it; strict where it is asked to keep to it word for word. */
  structure: 'by schema' | 'by strict schema' | Without
  /** Values of an author, and what of them stands in the body of the call. */
  settings: { values: JsonObject; body: JsonObject }
}

/** The fake of a vendor that speaks OpenAI's chat completions and lets in this key. */
export async function startCompletionsFake(apiKey: string, dialect: FakeDialect = {}): Promise<FakeVendor> {
  const { baseURL, requests, respondWith, close } = await startFakeOpenAI({ apiKey, ...dialect })
  return { origin: new URL(baseURL).origin, requests, respondWith, close }
}
