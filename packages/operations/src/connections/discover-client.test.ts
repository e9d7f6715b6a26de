import { expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { askTokenServer } from './ask-token-server.ts'
import { discoverClient } from './discover-client.ts'
import { clientOfServer } from './find-client.ts'

const SERVER = 'https://mcp.example/mcp'
const ISSUER = 'https://login.example'
const fields = { server: SERVER, issuer: '', clientId: '', clientSecret: '', scope: '' }

/** A server that names a sign-in server, which names a place of its own for each thing. */
function openServers() {
  const asked: { url: string; namedBy: string | undefined }[] = []
  const answers: Record<string, object> = {
    'https://mcp.example/.well-known/oauth-protected-resource/mcp': {
      resource: SERVER,
      authorization_servers: [ISSUER],
    },
    [`${ISSUER}/.well-known/oauth-authorization-server`]: {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: 'http://127.0.0.1:11434/token',
      registration_endpoint: 'http://127.0.0.1:11434/register',
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    },
    'http://127.0.0.1:11434/register': { client_id: 'one' },
    'http://127.0.0.1:11434/token': { access_token: 'token' },
  }
  const fetch = async (url: string, _init: RequestInit, options: { namedBy?: string | undefined } = {}) => {
    asked.push({ url, namedBy: options.namedBy })
    const answer = answers[url]
    return answer ? Response.json(answer) : new Response('', { status: 401 })
  }
  return { context: { egress: { fetch } } as unknown as OperationContext, asked }
}

test('of every address that a server or its sign-in server names is said who named it', async () => {
  const { context, asked } = openServers()
  const client = await discoverClient(context, fields, 'https://runnel.example/callback')
  const { endpoints, proof } = clientOfServer(client)
  const { tokenUrl, namedBy } = endpoints
  await askTokenServer(context, tokenUrl, { ...proof, fields: proof.fields, namedBy })
  expect(asked).toEqual([
    { url: SERVER, namedBy: undefined },
    { url: 'https://mcp.example/.well-known/oauth-protected-resource/mcp', namedBy: undefined },
    { url: `${ISSUER}/.well-known/oauth-authorization-server`, namedBy: SERVER },
    { url: 'http://127.0.0.1:11434/register', namedBy: ISSUER },
    { url: 'http://127.0.0.1:11434/token', namedBy: ISSUER },
  ])
})

test('a sign-in server that the credential names is named by nobody else', async () => {
  const { context, asked } = openServers()
  await discoverClient(context, { ...fields, issuer: ISSUER }, 'https://runnel.example/callback')
  expect(asked.find(({ url }) => url.startsWith(`${ISSUER}/`))?.namedBy).toBeUndefined()
})
