import type { InputDefinition } from '@runnel/contract'
import type { CredentialType } from '@runnel/node-kit'

/** One field: how its form is labelled, and what else is not as usual. */
type Field = [label: string, name: string, type: InputDefinition['type'], rest?: Partial<InputDefinition>]

const optional = { optional: true }

function kept(name: string, label: string, fields: Field[]): CredentialType {
  return {
    name,
    label,
    version: 1,
    untested: 'unused',
    description: 'No node takes it yet: it is kept, sealed, for the flows and programs that name it.',
    inputs: fields.map(([fieldLabel, field, type, rest]) => ({
      label: fieldLabel,
      name: field,
      type,
      ...rest,
    })),
  }
}

/**
 * Types of credentials of the reference, so that what was made there, or is made by a call, can be kept before a node takes
 * it. Names and fields are stored: they never change. What a node brings takes the place of a row.
 */
export const keptCredentialTypes: CredentialType[] = [
  kept('agentflowApi', 'Agentflow API', [['Agentflow API Key', 'agentflowApiKey', 'password']]),
  kept('arizeApi', 'Arize API', [
    ['API Key', 'arizeApiKey', 'password'],
    ['Space ID', 'arizeSpaceId', 'string'],
    ['Endpoint', 'arizeEndpoint', 'string', { default: 'https://otlp.arize.com' }],
  ]),
  kept('chatflowApi', 'Chatflow API', [['Chatflow API Key', 'chatflowApiKey', 'password']]),
  kept('couchbaseApi', 'Couchbase API', [
    ['Connection String', 'connectionString', 'url'],
    ['Username', 'username', 'string'],
    ['Password', 'password', 'password'],
  ]),
  kept('googleMakerSuite', 'Google MakerSuite', [['MakerSuite API Key', 'googleMakerSuiteKey', 'password']]),
  kept('langsmithApi', 'Langsmith API', [
    ['API Key', 'langSmithApiKey', 'password'],
    ['Endpoint', 'langSmithEndpoint', 'string', { default: 'https://api.smith.langchain.com' }],
  ]),
  kept('langwatchApi', 'LangWatch API', [
    ['API Key', 'langWatchApiKey', 'password'],
    ['Endpoint', 'langWatchEndpoint', 'string', { default: 'https://app.langwatch.ai' }],
  ]),
  kept('lunaryApi', 'Lunary AI', [
    ['Public Key / Project ID', 'lunaryAppId', 'string'],
    ['Endpoint', 'lunaryEndpoint', 'string', { default: 'https://api.lunary.ai' }],
  ]),
  kept('opikApi', 'Opik API', [
    ['API Key', 'opikApiKey', 'password'],
    ['URL', 'opikUrl', 'string', { default: 'https://www.comet.com/opik/api' }],
    ['Workspace', 'opikWorkspace', 'string'],
  ]),
  kept('phoenixApi', 'Phoenix API', [
    ['API Key', 'phoenixApiKey', 'password'],
    ['Endpoint', 'phoenixEndpoint', 'string', { default: 'https://app.phoenix.arize.com' }],
  ]),
  kept('PostgresUrl', 'Postgres URL', [['Postgres URL', 'postgresUrl', 'url']]),
  kept('singleStoreApi', 'SingleStore API', [
    ['User', 'user', 'string'],
    ['Password', 'password', 'password'],
  ]),
  kept('slackApi', 'Slack Bot Token', [
    ['Bot Token', 'botToken', 'password'],
    ['Team ID', 'teamId', 'string'],
  ]),
  kept('slackOAuth2', 'Slack User Token OAuth2', [
    ['Authorization URL', 'authorizationUrl', 'string', { default: 'https://slack.com/oauth/v2/authorize' }],
    ['Access Token URL', 'accessTokenUrl', 'string', { default: 'https://slack.com/api/oauth.v2.access' }],
    ['Client ID', 'clientId', 'string'],
    ['Client Secret', 'clientSecret', 'password'],
    ['Additional Parameters', 'additionalParameters', 'string', optional],
    ['Scope', 'scope', 'string', optional],
  ]),
  kept('teradataVectorStoreApiCredentials', 'Teradata Vector Store API Credentials', [
    ['Host', 'tdHostIp', 'string'],
    ['Username', 'tdUsername', 'string'],
    ['Password', 'tdPassword', 'password'],
    ['Base URL', 'baseURL', 'string'],
    ['JWT Token', 'jwtToken', 'password', optional],
  ]),
]
