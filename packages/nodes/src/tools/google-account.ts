import type { AccountVendor, KeyTest } from '@runnel/node-kit'

const SCOPES = 'https://www.googleapis.com/auth'

/** Accounts of Google. It gives a refresh token only with `access_type=offline`, and again only with `prompt=consent`. */
export const google: AccountVendor = {
  oauth2: {
    authorisationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revocationUrl: 'https://oauth2.googleapis.com/revoke',
  },
  registration: 'the Google Cloud console (APIs & Services, Credentials)',
  scopes: ['openid', 'email'],
  params: 'access_type=offline&prompt=consent',
}

/** A scope of Google by the last part of its address. */
export const googleScope = (name: string) => `${SCOPES}/${name}`

/** Asks whose token it is, of services that have nothing to ask for that needs no document. */
export const GOOGLE_ACCOUNT_TEST: KeyTest = { url: 'https://openidconnect.googleapis.com/v1/userinfo' }
