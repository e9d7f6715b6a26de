import { BLANK_MARKER, credentialDefinitionSchema, type InputDefinition } from '@runnel/contract'
import { keptCredentialTypes, nodeCatalogue } from '@runnel/nodes'
import { changeFields, createCatalogue } from '@runnel/operations'
import { providerCatalogue } from '@runnel/providers'
import { expect, test } from 'vitest'

const { definitions, credentialTypes, findCredentialType } = createCatalogue(
  nodeCatalogue,
  providerCatalogue,
  keptCredentialTypes,
)

/** The types that Flowise 3.1.3 has. */
const PUBLISHED = `
  agentflowApi airtableApi AlibabaApi anthropicApi apifyApi arizeApi assemblyAIApi AstraDBApi awsApi
  azureCognitiveServices azureFoundryApi azureOpenAIApi baiduQianfanApi braveSearchApi browserlessApi
  cerebrasAIApi chatflowApi chromaApi cloudflareApi cohereApi cometApi composioApi confluenceCloudApi
  confluenceServerDCApi couchbaseApi deepseekApi dynamodbMemoryApi E2BApi elasticsearchApi
  elasticSearchUserPassword elevenLabsApi exaSearchApi figmaApi fireCrawlApi fireworksApi githubApi
  gmailOAuth2 googleCalendarOAuth2 googleCustomSearchApi googleDocsOAuth2 googleDriveOAuth2
  googleGenerativeAI googleMakerSuite googleSheetsOAuth2 googleVertexAuth groqApi httpApiKey
  httpBasicAuth httpBearerToken huggingFaceApi ibmWatsonx jinaAIApi jiraApi jiraApiBearerToken
  langfuseApi langsmithApi langwatchApi litellmApi localAIApi lunaryApi meilisearchApi mem0MemoryApi
  microsoftOutlookOAuth2 microsoftTeamsOAuth2 milvusAuth mistralAIApi momentoCacheApi mongoDBUrlApi
  MySQLApi neo4jApi notionApi nvidiaNIMApi ollamaApi openAIApi openRouterApi openSearchUrl opikApi
  oxylabsApi perplexityApi phoenixApi pineconeApi pipedreamOAuthApi PostgresApi PostgresUrl qdrantApi
  redisCacheApi redisCacheUrlApi replicateApi sambanovaApi searchApi serpApi serperApi singleStoreApi
  slackApi slackOAuth2 spiderApi stripeApi supabaseApi tavilyApi teradataBearerToken teradataTD2Auth
  teradataVectorStoreApiCredentials togetherAIApi unstructuredApi upstashRedisApi
  upstashRedisMemoryApi upstashVectorApi vectaraApi voyageAIApi weaviateApi wolframAlphaAppId xaiApi
  zepMemoryApi
`
  .trim()
  .split(/\s+/)

/** Lunary takes what it is sent with a public key alone; an address of a server may hold a password. */
const WITHOUT_PASSWORD = ['lunaryApi', 'PostgresUrl']

const listNames = (inputs: InputDefinition[]): string[] =>
  inputs.flatMap(({ credentialNames = [], array = [] }) => [...credentialNames, ...listNames(array)])

test('every credential that a node asks for is a type that somebody can fill in', () => {
  const asked = definitions.flatMap(({ credential, inputs }) =>
    listNames(credential ? [credential, ...inputs] : inputs),
  )
  expect(asked).toEqual(expect.arrayContaining(['openAIApi', 'serperApi']))
  expect(asked.filter((name) => findCredentialType(name) === undefined)).toEqual([])
})

test('types of credentials fit the contract, and keep what is secret in fields of passwords', () => {
  for (const type of credentialTypes) {
    expect(credentialDefinitionSchema.parse(type)).toEqual(type)
    expect(type.inputs.some((input) => input.type === 'password')).toBe(!WITHOUT_PASSWORD.includes(type.name))
  }
})

test('every published type of credential can be kept, and is declared once', () => {
  const names = credentialTypes.map(({ name }) => name)
  expect(PUBLISHED).toHaveLength(113)
  expect(PUBLISHED.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('what is kept is a published type that no node brings, and cannot be tried', () => {
  const names = keptCredentialTypes.map(({ name }) => name)
  const brought = [...nodeCatalogue, ...providerCatalogue].flatMap(({ credentials = [] }) => credentials)
  expect(brought.map(({ name }) => name).filter((name) => names.includes(name))).toEqual([])
  expect(names.filter((name) => !PUBLISHED.includes(name))).toEqual([])
  expect(keptCredentialTypes.filter(({ test: trial }) => trial !== undefined)).toEqual([])
})

/** Types that only a flow can try, by the reason that their form tells. */
const UNTESTED = {
  addressInNode: `
    MySQLApi PostgresApi chromaApi confluenceCloudApi confluenceServerDCApi httpApiKey httpBasicAuth httpBearerToken jiraApi
    jiraApiBearerToken litellmApi lmStudioApi localAIApi meilisearchApi milvusAuth nvidiaNIMApi ollamaApi qdrantApi supabaseApi
    teradataBearerToken teradataTD2Auth unstructuredApi upstashRedisMemoryApi weaviateApi zepMemoryApi`,
  paid: 'azureFoundryApi browserlessApi sambanovaApi vectaraApi',
  connect: 'mcpOAuth2',
  unused: `
    E2BApi PostgresUrl agentflowApi arizeApi chatflowApi couchbaseApi googleMakerSuite langsmithApi langwatchApi lunaryApi
    opikApi phoenixApi singleStoreApi slackApi slackOAuth2 teradataVectorStoreApiCredentials`,
}

test('every type can be tried, or tells why not', () => {
  const reasons = Object.groupBy(credentialTypes, ({ testable, untested }) =>
    testable && untested === undefined ? 'testable' : (untested ?? 'nothing'),
  )
  const { testable = [], ...others } = reasons
  const found = Object.fromEntries(
    Object.entries(others).map(([reason, types]) => [reason, types?.map(({ name }) => name).sort()]),
  )
  expect(found).toEqual(
    Object.fromEntries(
      Object.entries(UNTESTED).map(([reason, names]) => [reason, names.trim().split(/\s+/)]),
    ),
  )
  expect(testable.length + Object.values(found).flat().length).toBe(credentialTypes.length)
})

test('a type that a node brings stands in the place of the kept one', () => {
  const kept = { name: 'openAIApi', label: 'Kept', version: 1, inputs: [] }
  const { credentialTypes: all } = createCatalogue(nodeCatalogue, providerCatalogue, [kept])
  expect(all.filter(({ name }) => name === kept.name).map(({ label }) => label)).not.toContain('Kept')
})

/** Every pair of a type and a shown field that may change while the secrets stay: it neither says where nor whose. */
const HARMLESS = [
  ...['gmailOAuth2', 'googleCalendarOAuth2', 'googleDocsOAuth2', 'googleDriveOAuth2', 'googleSheetsOAuth2'],
  'slackOAuth2',
].flatMap((name) => [`${name}.scope`, `${name}.additionalParameters`])
HARMLESS.push('mcpOAuth2.scope', 'microsoftOutlookOAuth2.scope', 'microsoftTeamsOAuth2.scope')
HARMLESS.push('oauthClient.scope', 'pipedreamOAuthApi.oauthScopes')

test('in every type the secrets stay with the fields that say where they go', () => {
  const pairs = credentialTypes.flatMap((type) => {
    const isSecret = (input: InputDefinition) => input.type === 'password'
    const secrets = type.inputs.filter(isSecret).map(({ name }) => name)
    const shown = type.inputs.filter((input) => !isSecret(input)).map(({ name }) => name)
    return secrets.length === 0 ? [] : shown.map((field) => ({ type, field, secrets }))
  })
  expect(pairs.length).toBeGreaterThan(80)
  const harmless = pairs.filter(({ type, field, secrets }) => {
    const stored = Object.fromEntries(type.inputs.map(({ name }) => [name, `stored-${name}`]))
    const blanks = Object.fromEntries(secrets.map((name) => [name, BLANK_MARKER]))
    const change = (sent: Record<string, string>) => changeFields({ stored, sent, type })
    const given = Object.fromEntries(secrets.map((name) => [name, `stored-${name}`]))
    expect(change({ ...given, [field]: 'other' })).toEqual({ ...stored, [field]: 'other' })
    try {
      change({ ...blanks, [field]: 'other' })
      return true
    } catch (error) {
      const issues = secrets.map((name) => expect.objectContaining({ path: `plainDataObj.${name}` }))
      expect(error).toMatchObject({ code: 'invalid_input', issues })
      return false
    }
  })
  expect(harmless.map(({ type, field }) => `${type.name}.${field}`).sort()).toEqual(HARMLESS.sort())
})
