import type { SignOnProvider } from '@runnel/contract'
import type { LoginMethodRow } from '@runnel/db'
import { auth0 } from './auth0.ts'
import { azure } from './azure.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import type { LoginProvider } from './login-provider.ts'
import { oidc } from './oidc.ts'
import { saml } from './saml.ts'

const providers: Readonly<Record<SignOnProvider, LoginProvider>> = {
  azure,
  google,
  auth0,
  github,
  oidc,
  saml,
}

/** The record of a kind of provider. */
export const providerOf = (name: SignOnProvider): LoginProvider => providers[name]

/** The kind of provider of a login method: only known kinds are kept. */
export const kindOf = ({ providerName }: Pick<LoginMethodRow, 'providerName'>) =>
  providerName as SignOnProvider
