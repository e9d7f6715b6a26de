import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import type { TestCaller } from './test-caller.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

/** What a flow says whose callers see its steps, as they did before it was imported. */
const SHOWS_STEPS = JSON.stringify({ callersSeeSteps: true })

/**
 * Saves a flow and gives its id. Its callers see its steps unless `fields` bring an `apiConfig`: what runs do is looked
 * at by callers of all kinds. What strangers see otherwise has a test of its own (`stranger-view.test.ts`).
 */
export async function makeFlow(
  caller: TestCaller,
  flowData: object,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const flow = await caller.expect<{ id: string }>(200, 'POST', '/chatflows', {
    name: 'A flow',
    type: 'AGENTFLOW',
    flowData: '{"nodes":[],"edges":[]}',
    apiConfig: SHOWS_STEPS,
    ...fields,
  })
  // Services of speech that come with a file wait until somebody saves them, as the editor does.
  const { speechToText, textToSpeech } = fields
  const saved = { flowData: JSON.stringify(flowData), speechToText, textToSpeech }
  await caller.expect(200, 'PUT', `/chatflows/${flow.id}`, saved)
  return flow.id
}

/** Stores an OpenAI key and gives the credential's id. */
export async function makeCredential(caller: TestCaller, key = 'sk-test-key-of-the-vendor'): Promise<string> {
  const made = await caller.expect<{ id: string }>(200, 'POST', '/credentials', {
    name: 'The vendor',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: key },
  })
  return made.id
}

/** A server that may call a fake vendor, with an administrator and a credential. */
export interface VendorServer {
  server: TestServer
  vendor: FakeOpenAI
  administrator: TestCaller
  credentialId: string
  stop(): Promise<void>
}

/** What the fake vendor replies to each call. */
type Respond = NonNullable<NonNullable<Parameters<typeof startFakeOpenAI>[0]>['respond']>

/** Starts both; stop them in `afterAll`. `respond` is asked at each of the vendor's calls, `containerFiles` are what its code wrote. */
export async function startVendorServer(
  options: TestServerOptions & { respond?: Respond; containerFiles?: Readonly<Record<string, string>> } = {},
): Promise<VendorServer> {
  const { respond, containerFiles } = options
  const vendor = await startFakeOpenAI({
    ...(respond && { respond }),
    ...(containerFiles && { containerFiles }),
  })
  const server = await startTestServer({
    ...options,
    env: { ...options.env, EGRESS_ALLOW: [vendor.host, options.env?.EGRESS_ALLOW].filter(Boolean).join(',') },
  })
  const administrator = await server.administrator()
  const credentialId = await makeCredential(administrator)
  return {
    server,
    vendor,
    administrator,
    credentialId,
    async stop() {
      await server.stop()
      await vendor.close()
    },
  }
}
