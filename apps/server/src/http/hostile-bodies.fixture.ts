import type { RouteName } from '@runnel/contract'
import { replyFlow } from '../testing/example-flows.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'
const document = { nodes: [], edges: [] }
const node = { id: 'a', type: 'x', label: 'x', position: { x: 0, y: 0 }, values: { a: 'x' } }
const changed = {
  id: 'a',
  changes: [
    { path: ['values', 'a', { row: 'r0' }], from: 1, to: 2 },
    { path: ['values', 'b'], rows: { from: ['r0'], to: [] } },
  ],
}
const diff = {
  nodes: { added: [node], removed: [], changed: [changed] },
  edges: { added: [], removed: [], changed: [] },
  extra: [{ path: ['a'], to: 1 }],
}

const loader = {
  storeId: UNKNOWN,
  loaderId: 'plainText',
  loaderName: 'Plain Text',
  loaderConfig: { text: 'x' },
  splitterId: 'recursiveCharacterTextSplitter',
  splitterConfig: { chunkSize: 10 },
}
const vectors = {
  storeId: UNKNOWN,
  embeddingName: 'demoEmbeddings',
  embeddingConfig: { a: 'x' },
  vectorStoreName: 'memoryVectorStore',
  vectorStoreConfig: { topK: '2' },
}

const assertion = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'x', signature: 'x', userHandle: 'x' },
}
const registration = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'x', transports: ['usb'] },
}
const providerConfig = { clientID: 'x', clientSecret: 'x', issuer: 'https://x.example' }
const loginMethods = {
  providers: [{ providerName: 'oidc', config: providerConfig, status: 'disable', hasSecret: true }],
}

const scimUser = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'hostile@example.com',
  externalId: 'x',
  displayName: 'x',
  name: { formatted: 'x', familyName: 'x', givenName: 'x' },
  emails: [{ value: 'hostile@example.com', type: 'work', primary: true }],
  active: true,
}
const scimGroup = { displayName: 'x', externalId: 'x', members: [{ value: UNKNOWN, display: 'x' }] }

/** A body that each route with one takes; the places of its texts and values are where hostile ones are put. */
export const goodBodies: Partial<Record<RouteName, Record<string, unknown>>> = {
  resolve: {},
  loadPrompt: { promptName: 'x' },
  listPrompts: { tags: ['x'] },
  checkBasicAuth: { username: 'x', password: 'x' },
  createLoginMethods: loginMethods,
  updateLoginMethods: loginMethods,
  testLoginMethod: { providerName: 'oidc', providers: [{ config: providerConfig }] },
  addOrganizationDomain: { domain: 'example.com' },
  linkIdentity: { providerName: 'oidc', password: 'x', code: '123456' },
  unlinkIdentity: { password: 'x', code: '123456' },
  receiveAssertion: { SAMLResponse: 'eDwvYT4', RelayState: 'x' },
  beginPasskeySignIn: {},
  signInWithPasskey: { passkey: assertion },
  beginPasskey: { password: 'x' },
  addPasskey: { name: 'x', passkey: registration },
  renamePasskey: { name: 'x' },
  removePasskey: { password: 'x' },
  replaceShares: { itemType: 'credential', workspaceIds: [UNKNOWN] },
  login: { email: 'somebody@example.com', password: 'Correct-Horse-9' },
  refreshToken: {},
  register: { user: { name: 'x', email: 'x@example.com', credential: 'Correct-Horse-9' } },
  logout: {},
  resetPassword: { user: { email: 'x@example.com', tempToken: 'x', password: 'Correct-Horse-9' } },
  createAttachments: { base64: 'true' },
  inviteUser: { user: { email: 'x@example.com' }, workspace: { id: UNKNOWN }, role: { id: UNKNOWN } },
  inviteUsers: { users: [{ email: 'x@example.com' }], workspace: { id: UNKNOWN }, role: { id: UNKNOWN } },
  lookAtInvitation: { user: { tempToken: 'x' } },
  resendInvitation: { user: { id: UNKNOWN } },
  createResetLink: { user: { id: UNKNOWN } },
  verifyAccount: { user: { tempToken: 'x', password: 'x' } },
  resendVerification: { email: 'x@example.com' },
  forgotPassword: { user: { email: 'x@example.com' } },
  joinByInvitation: { user: { tempToken: 'x' } },
  confirmEmailChange: { user: { tempToken: 'x' } },
  changePassword: { oldPassword: 'x', newPassword: 'Correct-Horse-9' },
  changeEmail: { email: 'x@example.com', password: 'x' },
  deleteAccount: { confirmationText: 'permanently delete', password: 'x' },
  beginSecondFactor: { password: 'x' },
  confirmSecondFactor: { code: '123456' },
  replaceRecoveryCodes: { password: 'x', code: '123456' },
  removeSecondFactor: { password: 'x', code: '123456' },
  listLoginActivity: { pageNo: 1, activityCodes: [0], search: 'x' },
  listAudit: { pageNo: 1, activityCodes: [0], search: 'x' },
  createDocumentStore: { name: 'x', description: 'x' },
  updateDocumentStore: { name: 'x', description: 'x' },
  previewLoader: { ...loader, previewChunkCount: 2 },
  saveLoader: loader,
  setLoaderRefresh: {
    setting: { every: 'days', count: 1, at: '06:30', timeZone: 'Europe/Berlin' },
    paused: false,
  },
  setLoaderTags: { tags: ['hr'] },
  setFlowDocumentTags: { tags: ['hr'] },
  findChunkOrigin: { pageContent: 'x', metadata: { a: 'x' } },
  processLoader: { ...loader, id: UNKNOWN },
  updateChunk: { pageContent: 'x', metadata: { a: 'x' } },
  splitChunk: { at: [1] },
  mergeChunks: { ids: [UNKNOWN, UNKNOWN], separator: 'x' },
  saveVectorConfig: vectors,
  updateVectorStoreConfig: { storeId: UNKNOWN, vectorStoreName: 'x', vectorStoreConfig: { a: 'x' } },
  insertIntoVectorStore: vectors,
  createRetrievalQuestion: { question: 'How hot?', passages: [{ text: 'seventy', loaderId: UNKNOWN }] },
  updateRetrievalQuestion: { question: 'How hot?', passages: [{ text: 'seventy' }] },
  startRetrievalTest: {
    variants: [
      {
        name: 'x',
        k: 2,
        inputs: { topK: '2' },
        threshold: 0.5,
        reranker: { name: 'cohereRerankRetriever', config: { model: 'x' } },
      },
    ],
  },
  queryVectorStore: { storeId: UNKNOWN, query: 'x', inputs: { topK: '2' } },
  upsertDocuments: { docId: 'x', metadata: { a: 'x' }, loader: { name: 'plainText', config: { text: 'x' } } },
  refreshDocuments: { items: [{ docId: 'x' }] },
  generateToolDescription: { selectedChatModel: { name: 'chatDemo', inputs: { a: 'x' } } },
  deleteUpsertHistory: { ids: [UNKNOWN] },
  createApiKey: { keyName: 'x', permissions: ['variables:view'] },
  updateApiKey: { keyName: 'x', permissions: ['variables:view'] },
  createChatflow: {
    name: 'x',
    type: 'AGENTFLOW',
    flowData: JSON.stringify(replyFlow()),
    apikeyid: null,
    chatbotConfig: '{}',
    apiConfig: '{}',
    category: 'x',
    concurrency: 1,
  },
  updateChatflow: { name: 'x', document, viewport: null, category: 'x', analytic: '{}' },
  appendDraft: { diff, after: 0, isWhole: false, viewport: null, baseVersionId: UNKNOWN },
  saveChatflow: { diff, name: 'x', viewport: null, draftSequence: 1 },
  createCredential: { name: 'x', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-x' } },
  updateCredential: { name: 'x', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-x' } },
  testCredential: { plainDataObj: { openAIApiKey: 'sk-x' } },
  testNewCredential: { credentialName: 'redisCacheApi', plainDataObj: { redisCacheHost: 'x' } },
  createCustomTemplate: { name: 'x', description: 'x', badge: 'x', usecases: ['x'], chatflowId: UNKNOWN },
  getNodeConfig: { name: 'llmAgentflow', id: 'x', label: 'x' },
  generateSpeech: { text: 'x', chatflowId: UNKNOWN, chatId: 'x', chatMessageId: 'x', voice: 'x' },
  abortSpeech: { chatflowId: UNKNOWN, chatId: 'x', chatMessageId: 'x' },
  updateExecution: { isPublic: false },
  deleteExecutions: { executionIds: [UNKNOWN] },
  loadNodeMethod: { loadMethod: 'listModels', credential: UNKNOWN, inputs: {}, previousNodes: [] },
  upsertVectors: { stopNodeId: 'x', overrideConfig: { a: 'x' } },
  upsertInternally: { stopNodeId: 'x', overrideConfig: { a: 'x' } },
  runCustomFunction: { javascriptFunction: 'return $a', functionInputVariables: { a: 'x' } },
  predict: {
    question: 'x',
    chatId: 'x',
    sessionId: 'x',
    overrideConfig: { sessionId: 'x', vars: { a: 'x' } },
    history: [{ role: 'userMessage', content: 'x' }],
    form: { a: 'x' },
    uploads: [{ data: 'x', type: 'url', name: 'x', mime: 'x' }],
    leadEmail: 'x',
    humanInput: { type: 'proceed', startNodeId: 'x', feedback: 'x' },
    action: { id: 'x', mapping: {} },
    streaming: false,
  },
  predictInternally: { question: 'x', chatId: 'x', useDraft: false },
  startRun: { flowId: UNKNOWN, input: { question: 'x' }, chatId: 'x', useDraft: false },
  createVariable: { name: 'x', value: 'x', type: 'static' },
  createCustomTool: { name: 'x', description: 'x', color: 'x', iconSrc: 'x', schema: '[]', func: 'x' },
  createMcpServer: {
    name: 'x',
    serverUrl: 'https://x.example',
    authType: 'CUSTOM_HEADERS',
    authConfig: { headers: { x: 'x' } },
  },
  updateMcpServer: { name: 'x', serverUrl: 'https://x.example', authType: 'NONE', authConfig: null },
  updateCustomTool: { name: 'x', description: 'x', color: 'x', iconSrc: 'x', schema: '[]', func: 'x' },
  updateVariable: { name: 'x', value: 'x', type: 'static' },
  updateUser: {
    id: UNKNOWN,
    name: 'x',
    oldPassword: 'Wrong-Horse-9',
    newPassword: 'Wrong-Horse-8',
    confirmPassword: 'Wrong-Horse-8',
  },
  createOrganization: { name: 'x' },
  updateOrganization: { id: UNKNOWN, name: 'x' },
  createOrganizationUser: { userId: UNKNOWN, roleId: UNKNOWN, organizationId: UNKNOWN },
  updateOrganizationUser: { userId: UNKNOWN, roleId: UNKNOWN, organizationId: UNKNOWN, status: 'disable' },
  createRole: { name: 'x', description: 'x', permissions: ['tools:view'], organizationId: UNKNOWN },
  updateRole: { id: UNKNOWN, name: 'x', description: 'x', permissions: '["tools:view"]' },
  createWorkspace: { name: 'x', description: 'x', organizationId: UNKNOWN },
  updateWorkspace: { id: UNKNOWN, name: 'x', description: 'x', organizationId: UNKNOWN },
  switchWorkspace: {},
  linkWorkspaceUsers: { users: [{ userId: UNKNOWN, roleId: UNKNOWN }] },
  unlinkWorkspaceUsers: { userIds: [UNKNOWN] },
  createWorkspaceUser: { workspaceId: UNKNOWN, userId: UNKNOWN, roleId: UNKNOWN },
  updateWorkspaceUser: { workspaceId: UNKNOWN, userId: UNKNOWN, roleId: UNKNOWN },
  createProvisioningToken: { name: 'x', expiresDate: '2030-01-01T00:00:00.000Z' },
  takeOverProvisioningToken: { takeOver: true },
  mapProvisionedGroup: { places: [{ workspaceId: UNKNOWN, roleId: UNKNOWN }], givesOwner: true },
  requireSignOn: { isRequired: false },
  createScimUser: scimUser,
  replaceScimUser: scimUser,
  patchScimUser: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'x@example.com' }],
  },
  createScimGroup: scimGroup,
  replaceScimGroup: scimGroup,
  patchScimGroup: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'add', path: 'members', value: [{ value: UNKNOWN }] }],
  },
}

/** Values that nobody means well with, in place of one that a body should hold. */
export const hostileValues: unknown[] = [
  null,
  -1,
  1e308,
  '',
  true,
  [],
  [[[null]]],
  {},
  { $ne: null },
  'a\u0000b',
  '\u0000',
  '\ud800',
  "'; DROP TABLE flows; --",
  '%00%s%n{{x}}<%= x %>',
  '../../etc/passwd',
  'x'.repeat(30_000),
]

/** The body with one of its values, at any depth, replaced: one variant for each place. */
export function withHostileValue(body: unknown, hostile: unknown): unknown[] {
  if (Array.isArray(body))
    return body
      .flatMap((inner, at) => withHostileValue(inner, hostile).map((one) => body.with(at, one)))
      .concat([hostile])
  if (typeof body !== 'object' || body === null) return [hostile]
  const inner = Object.entries(body).flatMap(([key, value]) =>
    withHostileValue(value, hostile).map((one) => ({ ...body, [key]: one })),
  )
  return [...inner, hostile]
}
