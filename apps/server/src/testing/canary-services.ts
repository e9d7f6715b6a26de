import { startMcpServer, startOidcProvider } from '@runnel/drivers/testing'
import { CLIENT, startFakeAccounts } from './fake-accounts.ts'
import type { TestCaller } from './test-caller.ts'

/** Services of others that the installation holds secrets of. */
export interface CanaryServices {
  /** Settings with which a server may call them. */
  env: Record<string, string>
  leads: Record<string, string>
  /**
   * Puts a server of tools, a login method and a connected account into the installation, their secrets among
   * `secrets`; gives the ids of the server and of the account's credential.
   */
  fill(
    administrator: TestCaller,
    secrets: Map<string, string>,
  ): Promise<{ mcpServer: string; account: string }>
  close(): Promise<void>
}

/** Starts them; the server of tools wants that key. */
export async function startCanaryServices(key: string): Promise<CanaryServices> {
  const [mcp, oidc, accounts] = await Promise.all([
    startMcpServer({ key }),
    startOidcProvider(),
    startFakeAccounts(),
  ])

  async function addMcpServer(administrator: TestCaller, token: string) {
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/custom-mcp-servers', {
      name: 'Tea house',
      serverUrl: `${mcp.origin}/mcp?token=${token}`,
      authType: 'CUSTOM_HEADERS',
      authConfig: { headers: { authorization: `Bearer ${key}` } },
    })
    await administrator.expect(200, 'POST', `/custom-mcp-servers/${id}/authorize`)
    return id
  }

  async function connectAccount(administrator: TestCaller) {
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
      name: 'Connected mails',
      credentialName: 'gmailOAuth2',
      plainDataObj: { ...CLIENT, scope: 'openid email' },
    })
    const begun = `/oauth2-credential/authorize/${id}`
    const { authorizationUrl } = await administrator.expect<{ authorizationUrl: string }>(200, 'POST', begun)
    const { code, state } = accounts.consent(authorizationUrl)
    const back = new URLSearchParams({ code, state })
    const page = await administrator.call('GET', `/oauth2-credential/callback?${back}`, undefined, {
      'x-request-from': '',
      'sec-fetch-site': 'cross-site',
    })
    if (page.status !== 200) throw new Error(`The account was not connected: ${page.text}`)
    return { id, state }
  }

  return {
    env: { EGRESS_ALLOW: [mcp.origin, oidc.issuer].map((origin) => new URL(origin).host).join(',') },
    leads: { 'oauth2.googleapis.com': accounts.origin },
    async fill(administrator, secrets) {
      const token = `canary-address-of-an-MCP-server-${crypto.randomUUID()}`
      secrets.set('address of an MCP server', token)
      const mcpServer = await addMcpServer(administrator, token)
      const { issuer, clientId: clientID, clientSecret } = oidc
      secrets.set('client secret of a login method', clientSecret)
      await administrator.expect(200, 'PUT', '/loginmethod', {
        providers: [{ providerName: 'oidc', status: 'enable', config: { issuer, clientID, clientSecret } }],
      })
      const { id, state } = await connectAccount(administrator)
      secrets.set('client secret of an account', CLIENT.clientSecret)
      secrets.set('state of an authorisation', state)
      for (const secret of accounts.secrets) secrets.set(secret.replace(/-[\da-f-]{36}$/, ''), secret)
      return { mcpServer, account: id }
    },
    async close() {
      await Promise.all([mcp.close(), oidc.close(), accounts.close()])
    },
  }
}
