import type { AccountVendor } from '@runnel/node-kit'

const LOGIN = 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0'

/** Accounts of Microsoft, of any tenant where none is named. */
export const microsoft: AccountVendor = {
  oauth2: {
    authorisationUrl: `${LOGIN}/authorize`,
    tokenUrl: `${LOGIN}/token`,
    tenant: { field: 'tenant', fallback: 'common' },
  },
  registration: 'the Microsoft Entra admin center (App registrations)',
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  fields: [
    {
      label: 'Tenant',
      name: 'tenant',
      type: 'string',
      description: 'Id or domain of the organisation; empty means any account of Microsoft',
      placeholder: 'common',
      optional: true,
    },
  ],
}
