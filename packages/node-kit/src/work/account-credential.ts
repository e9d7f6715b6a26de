import type { InputDefinition, VendorOAuth2 } from '@runnel/contract'
import { RunnelError } from '@runnel/contract'
import type { Authorise } from '../call-requests.ts'
import type { CredentialType } from '../credential-test.ts'
import { type KeyTest, testKey } from './key-test.ts'

/** A vendor whose accounts are connected by OAuth2: what is the same for all of its services. */
export interface AccountVendor {
  oauth2: VendorOAuth2
  /** Where people register the client, in words. */
  registration: string
  /** Scopes that every service needs beside its own. */
  scopes: readonly string[]
  /** Params that its authorisation wants, such as `access_type=offline`. */
  params?: string
  /** Fields beside those of every client. */
  fields?: InputDefinition[]
}

interface AccountFacts {
  label: string
  /** What this service may do with the account. */
  scopes: readonly string[]
  /** How the service is asked whether it takes the account's token. */
  test: KeyTest
}

/** A credential type that is an account of a vendor. Its name and the names of its fields are stored: they never change. */
export function accountCredential(
  name: string,
  vendor: AccountVendor,
  { label, scopes, test }: AccountFacts,
): CredentialType {
  return {
    name,
    label,
    version: 1,
    description: `Register a client in ${vendor.registration} with the redirect address below, then connect an account.`,
    oauth2: vendor.oauth2,
    test: testKey('accessToken', test),
    inputs: [
      { label: 'Client ID', name: 'clientId', type: 'string' },
      { label: 'Client Secret', name: 'clientSecret', type: 'password' },
      ...(vendor.fields ?? []),
      {
        label: 'Scope',
        name: 'scope',
        type: 'string',
        rows: 3,
        default: [...vendor.scopes, ...scopes].join(' '),
        description: 'What flows may do with the account; a change counts once it is connected anew',
        additionalParams: true,
      },
      ...(vendor.params === undefined
        ? []
        : [
            {
              label: 'Additional Parameters',
              name: 'additionalParameters',
              type: 'string',
              default: vendor.params,
              optional: true,
              additionalParams: true,
            },
          ]),
    ],
  }
}

/** The token of a connected account, as vendors want it. @throws RunnelError `missing_credential` where there is none */
export const bearerOfAccount: Authorise = ({ accessToken = '' }) => {
  if (accessToken !== '') return { headers: { authorization: `Bearer ${accessToken}` } }
  throw new RunnelError('missing_credential', 'The credential has no account. Open it and press Connect.')
}
