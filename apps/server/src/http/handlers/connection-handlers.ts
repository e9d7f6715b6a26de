import type { connectionRoutes, RunnelError } from '@runnel/contract'
import {
  authoriseCredential,
  disconnectAccount,
  finishAuthorisation,
  refreshConnection,
  type ServingContext,
} from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HandlersOf } from '../call.ts'
import { identifyCaller } from '../identify-caller.ts'
import { toRunnelError } from '../on-error.ts'
import { apiAddress } from '../redirect-address.ts'
import { RETURN_PAGE_POLICY, renderReturnPage } from '../return-page.ts'
import type { CookieNames } from '../session-cookies.ts'

/** What connecting accounts needs to know of the server. */
interface ConnectionSettings {
  cookies: CookieNames
  appUrl: string | undefined
}

/** Where vendors send people back. @throws RunnelError `invalid_input` */
const redirectAddress = (request: FastifyRequest, appUrl: string | undefined) =>
  `${apiAddress(request, appUrl)}/oauth2-credential/callback`

/** Accounts of OAuth2 credentials. */
export function connectionHandlers(
  context: ServingContext,
  { cookies, appUrl }: ConnectionSettings,
): HandlersOf<typeof connectionRoutes> {
  const sendPage = (reply: FastifyReply, status: number, page: Parameters<typeof renderReturnPage>[0]) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', RETURN_PAGE_POLICY)
      .header('Cache-Control', 'no-store')
      .send(renderReturnPage(page))

  return {
    getRedirectAddress: ({ request }) => ({ redirectUri: redirectAddress(request, appUrl) }),
    authoriseCredential: ({ principal, params, request }) =>
      authoriseCredential(context, principal, {
        credentialId: params.credentialId,
        redirectUri: redirectAddress(request, appUrl),
      }),
    /** A vendor sends the browser here: it brings our cookies, and no header of ours. The state stands in for that. */
    async finishAuthorisation({ query, request, reply }) {
      try {
        const principal = await identifyCaller(context, request, { cookies })
        const { credentialId, account } = await finishAuthorisation(context, principal, query)
        return sendPage(reply, 200, {
          success: true,
          credentialId,
          message: account === null ? 'The account is connected.' : `${account} is connected.`,
        })
      } catch (error) {
        const fault = toRunnelError(error)
        if (fault.status >= 500) context.log.error({ err: error }, 'An account could not be connected')
        return sendPage(reply, pageStatus(fault), { success: false, message: tellFault(fault) })
      }
    },
    refreshConnection: ({ principal, params }) => refreshConnection(context, principal, params.credentialId),
    disconnectAccount: ({ principal, params }) => disconnectAccount(context, principal, params.credentialId),
  }
}

/** Pages of refusals are bad requests: whoever comes back with a browser is not asked for a token. */
const pageStatus = ({ status }: RunnelError) => (status < 500 ? 400 : status)

const tellFault = ({ code, message }: RunnelError) =>
  code === 'token_expired'
    ? 'Your sign-in had to be renewed meanwhile. Go back to the credential and press Connect again.'
    : message
