import {
  startFakeAnthropic,
  startFakeGoogle,
  startFakeOllama,
  startFakeOpenAI,
} from '@runnel/providers/testing'

/** The keys that the vendors let in. */
export const VENDOR_KEYS = {
  openAI: 'sk-of-the-journey-0123456789',
  anthropic: 'sk-ant-of-the-journey',
  google: 'key-of-the-journey-for-google',
  ollama: 'key-of-the-journey-for-ollama',
} as const

/** What a model says in a call. */
export interface Said {
  text?: string
  toolCalls?: { name: string; input: Record<string, unknown> }[]
}

/** Vendors of models on this machine, each with its own protocol and its rules. */
export interface ModelVendors {
  /** For the addresses in nodes, as each vendor's node wants it. */
  addresses: Record<keyof typeof VENDOR_KEYS, string>
  /** For `EGRESS_ALLOW`. */
  hosts: string
  /** Those that can be told what their models say next. */
  speakers: Record<'anthropic' | 'google', { respondWith(...said: Said[]): void }>
  close(): Promise<void>
}

/**
 * Starts OpenAI, whose model finds `passage` in what it is given, Anthropic, whose model calls the tool that is named or
 * that counts, Gemini, and Ollama, whose model repeats what it is told. All embed.
 */
export async function startModelVendors(passage: RegExp): Promise<ModelVendors> {
  const openAI = await startFakeOpenAI({
    apiKey: VENDOR_KEYS.openAI,
    respond: ({ body }) => ({
      text: passage.exec(JSON.stringify(body.messages))?.[0] ?? 'There is no such passage.',
    }),
  })
  const anthropic = await startFakeAnthropic({ apiKey: VENDOR_KEYS.anthropic })
  const google = await startFakeGoogle({ apiKey: VENDOR_KEYS.google })
  const ollama = await startFakeOllama({ apiKey: VENDOR_KEYS.ollama })
  const addresses = {
    openAI: openAI.baseURL,
    anthropic: anthropic.baseURL,
    google: `${google.origin}/v1beta`,
    ollama: ollama.origin,
  }
  const hosts = Object.values(addresses).map((address) => new URL(address).host)
  return {
    addresses,
    hosts: hosts.join(),
    speakers: { anthropic, google },
    async close() {
      await Promise.all([openAI, anthropic, google, ollama].map((vendor) => vendor.close()))
    },
  }
}
