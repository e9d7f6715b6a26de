import type { LoginMethodConfig } from '@runnel/contract'
import { beginGithub, finishGithub, testGithub } from '@runnel/drivers'
import { providerFetch } from '../provider-fetch.ts'
import { assertWhole } from '../provider-settings.ts'
import { unknownWay } from '../unknown-way.ts'
import type { LoginProvider } from './login-provider.ts'

const clientOf = ({ clientID = '', clientSecret = '' }: LoginMethodConfig) => ({
  clientId: clientID,
  clientSecret,
})
const callbackURL = (api: string) => `${api}/github/callback`

/** GitHub, which speaks OAuth and a way of its own to tell who somebody is. */
export const github: LoginProvider = {
  tellIssuer: () => 'https://github.com',
  trustsAddresses: () => false,
  registration: (api) => ({ callbackURL: callbackURL(api) }),
  async begin(_context, { config, api }) {
    const { url, begun } = beginGithub(clientOf(config), callbackURL(api))
    return { url, begun: { kind: 'github', github: begun } }
  },
  async finish(context, { config, begun, query }) {
    if (begun.kind !== 'github' || query.get('state') !== begun.github.state) throw unknownWay()
    return finishGithub(providerFetch(context), clientOf(config), { begun: begun.github, query })
  },
  test(context, { config, api }) {
    assertWhole(context, 'github', config)
    return testGithub(providerFetch(context), clientOf(config), callbackURL(api))
  },
}
