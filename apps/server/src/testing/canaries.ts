import { type DatabaseKind, openSilentRelay } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { createPasswordReset } from '@runnel/operations'
import type { FakeReply } from '@runnel/providers/testing'
import { canary, storeCredentials } from './canary-credentials.ts'
import { addProvider } from './canary-provider.ts'
import { type CanaryServices, startCanaryServices } from './canary-services.ts'
import { agentEdge, agentNode, llmFlow } from './example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from './make-flow.ts'
import { createStoreScene } from './store-scene.ts'
import type { TestCaller } from './test-caller.ts'
import { ADMINISTRATOR } from './test-server.ts'

/** An installation with a secret in every place that takes one, and what its flows did with them. */
export interface CanaryInstallation {
  scene: VendorServer
  /** What nobody may ever be told again, by the place where it lies. */
  secrets: Map<string, string>
  /** What only who may edit a flow is shown: it stands in plain values of its nodes. */
  ofEditors: string[]
  /** Ids by the names that places of paths have, the most telling first. */
  ids: Record<string, string>
  /** Callers of the workspace, by what they are. */
  insiders: Record<string, TestCaller>
  strangers: Record<string, TestCaller>
  /** A provider of the organisation, whom only SCIM answers. */
  providers: Record<string, TestCaller>
  logLines: string[]
  /** What the runs answered. */
  answers: string[]
}

/** What a list of credentials shows, so that a crawl which sees nothing is noticed. */
export const SHOWN_NAME = 'Key of the vendor'

/** A flow whose only work is a call with the credential and a header of its own; nobody answers it. */
const callingFlow = (credential: string, header: string) => ({
  nodes: [
    agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
    agentNode('httpAgentflow_0', 'httpAgentflow', {
      method: 'GET',
      url: 'http://127.0.0.1:9/nothing',
      headers: [{ key: 'x-own', value: header }],
      FLOWISE_CREDENTIAL_ID: credential,
    }),
  ],
  edges: [agentEdge('startAgentflow_0', 'httpAgentflow_0')],
})

/** A flow that sends a secret variable to a host that was agreed to; nobody answers there either. */
const keyedFlow = () => ({
  nodes: [
    agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
    agentNode('httpAgentflow_0', 'httpAgentflow', {
      method: 'POST',
      url: 'http://127.0.0.1:9/nothing?key={{$vars.secretKey}}',
      headers: [{ key: 'x-key', value: '{{$vars.secretKey}}' }],
      bodyType: 'raw',
      body: '{{$vars.secretKey}}',
    }),
  ],
  edges: [agentEdge('startAgentflow_0', 'httpAgentflow_0')],
})

/** Turns on the second factor of a person, and gives what opens their account. */
async function protect(caller: TestCaller, now: number): Promise<[string, string][]> {
  const { secret } = await caller.expect<{ secret: string }>(200, 'POST', '/account/second-factor', {
    password: ADMINISTRATOR.password,
  })
  const { recoveryCodes } = await caller.expect<{ recoveryCodes: string[] }>(
    200,
    'POST',
    '/account/second-factor/confirm',
    { code: timedCode(secret, now) },
  )
  return [
    ['second factor', secret],
    ...recoveryCodes.map((code, n): [string, string] => [`recovery code ${n}`, code]),
  ]
}

/** A server whose settings hold secrets, with a vendor whose faults are chosen. */
async function startScene(
  kind: DatabaseKind,
  { keep, services }: { keep: (place: string) => string; services: CanaryServices },
) {
  const logLines: string[] = []
  const vendor: { fault?: FakeReply } = {}
  const databasePassword = keep('DATABASE_URL')
  const scene = await startVendorServer({
    kind,
    respond: () => vendor.fault,
    onLogLine: (line) => logLines.push(line),
    leads: services.leads,
    env: {
      ...services.env,
      SMTP_URL: `smtp://mailer:${keep('SMTP_URL')}@127.0.0.1:9`,
      MAIL_FROM: 'Runnel <runnel@example.com>',
      RUNNEL_VAR_TOKEN: keep('RUNNEL_VAR_TOKEN'),
    },
    through: async (url) => {
      const relay = await openSilentRelay(url)
      const withPassword = new URL(relay.url)
      withPassword.password = databasePassword
      return { ...relay, url: withPassword.href }
    },
  })
  return { scene, logLines, vendor }
}

interface Filling {
  scene: VendorServer
  keep: (place: string) => string
  /** A header that stands in clear in a node. */
  header: string
}

/** Lets one flow succeed and then fail by the vendor's words, and another fail on its way out. */
async function runFlows({ scene, keep, header }: Filling, vendor: { fault?: FakeReply }) {
  const { administrator } = scene
  const key = keep('key of the vendor')
  const store = (name: string, credentialName: string, plainDataObj: object) =>
    administrator.expect<{ id: string }>(200, 'POST', '/credentials', { name, credentialName, plainDataObj })
  const credential = await store(SHOWN_NAME, 'openAIApi', { openAIApiKey: key })
  const bearer = await store('Token of a service', 'httpBearerToken', { token: keep('token of a service') })
  const ask = (flowId: string) =>
    administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'x', chatId: 'c' })
  const flow = await makeFlow(administrator, llmFlow(scene.vendor, credential.id), { isPublic: true })
  const good = await ask(flow)
  vendor.fault = { status: 401, message: `Incorrect API key provided: ${key}` }
  const bad = await ask(flow)
  delete vendor.fault
  const calling = await makeFlow(administrator, callingFlow(bearer.id, header), { isPublic: true })
  const refused = await ask(calling)
  await administrator.expect(200, 'POST', '/variables', {
    name: 'secretKey',
    type: 'secret',
    value: keep('secret variable'),
    hosts: ['127.0.0.1:9'],
  })
  const keyed = await ask(await makeFlow(administrator, keyedFlow()))
  const answers = [good, bad, refused, keyed]
  if (answers.map(({ status }) => status < 400).join() !== 'true,false,false,false')
    throw new Error(`The flows did not do what they should: ${answers.map(({ text }) => text).join()}`)
  const idOf = ({ headers }: { headers: Headers }) => headers.get('x-run-id') ?? ''
  return {
    ids: {
      flow,
      calling,
      credential: credential.id,
      run: idOf(good),
      failedRun: idOf(refused),
      keyedRun: idOf(keyed),
    },
    answers: answers.map(({ text }) => text),
  }
}

/** A store of documents with a credential and a run of its test questions, a tool, a template and variables. */
async function makeThings(
  { administrator, vendor }: VendorServer,
  of: { credential: string; calling: string; variable: string },
) {
  const make = async (path: string, body: object) =>
    (await administrator.expect<{ id: string }>(200, 'POST', path, body)).id
  const stores = createStoreScene(administrator, vendor, of.credential)
  const { storeId, loaderId } = await stores.makeFilled()
  await stores.insert(storeId)
  await make(`/document-store/questions/${storeId}`, { question: 'How hot?', passages: [{ text: 'tea' }] })
  const { jobId: retrievalTest } = await administrator.expect<{ jobId: string }>(
    200,
    'POST',
    `/document-store/tests/${storeId}`,
    {},
  )
  await make('/variables', { name: 'TOKEN', type: 'runtime' })
  return {
    store: storeId,
    loader: loaderId,
    retrievalTest,
    variable: await make('/variables', { name: 'plain', value: of.variable }),
    tool: await make('/tools', { name: 'look', description: 'Looks.' }),
    template: await make('/marketplaces/custom', { name: 'Of the calling flow', chatflowId: of.calling }),
  }
}

/** People and keys, and what opens their accounts. */
async function addCallers({ server, administrator }: VendorServer, secrets: Map<string, string>) {
  secrets.set('password', ADMINISTRATOR.password)
  secrets.set('reset token', (await createPasswordReset(server.context, ADMINISTRATOR.email)).token)
  const elsewhere = await server.addWorkspace()
  secrets.set('key of another workspace', elsewhere.key)
  const key = await server.withKey([
    'chatflows:view',
    'agentflows:view',
    'executions:view',
    'credentials:create',
  ])
  secrets.set('API key', key.key)
  const me = await administrator.expect<{
    id: string
    activeWorkspaceId: string
    activeOrganizationId: string
  }>(200, 'GET', '/auth/session')
  const places = [{ workspaceId: me.activeWorkspaceId, role: 'viewer' as const }]
  const { caller: viewer } = await server.addPerson({ name: 'Vera', places })
  for (const [place, secret] of await protect(viewer, server.context.now())) secrets.set(place, secret)
  const { caller: foreign } = await server.addOrganization()
  for (const [who, { cookies }] of Object.entries({ administrator, viewer, foreign }))
    for (const [name, value] of cookies) secrets.set(`${name} of ${who}`, value)
  return {
    places: { user: me.id, workspace: me.activeWorkspaceId, organization: me.activeOrganizationId },
    insiders: { administrator, key, viewer },
    strangers: {
      'administrator of another organisation': foreign,
      'key of another workspace': elsewhere.caller,
      anonymous: server.anonymous(),
    },
  }
}

/** Fills a server with secrets, and lets flows succeed and fail with them. */
export async function makeCanaryInstallation(kind: DatabaseKind): Promise<CanaryInstallation> {
  const secrets = new Map<string, string>()
  const keep = (place: string) => {
    const secret = canary(place)
    secrets.set(place, secret)
    return secret
  }
  const services = await startCanaryServices(keep('header of an MCP server'))
  const { scene, logLines, vendor } = await startScene(kind, { keep, services })
  await storeCredentials(scene.administrator, secrets)
  const [header, variable] = [canary('header of a node'), canary('variable')]
  const { ids, answers } = await runFlows({ scene, keep, header }, vendor)
  const things = await makeThings(scene, { ...ids, variable })
  const held = await services.fill(scene.administrator, secrets)
  const { places, ...callers } = await addCallers(scene, secrets)
  const { provider, ids: provided } = await addProvider(scene.server, secrets)
  return {
    scene: {
      ...scene,
      async stop() {
        await scene.stop()
        await services.close()
      },
    },
    secrets,
    ofEditors: [header, variable],
    ids: { ...ids, ...things, ...held, ...places, ...provided },
    ...callers,
    providers: { provider },
    logLines,
    answers,
  }
}
