import type { FileSource } from '@runnel/contract'
import type { HttpReply, HttpRequest } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { describeLeaving, type SecretsOpener } from '../credentials/open-secrets.ts'
import { openComponentCredential, type VendorOpening } from '../credentials/open-vendor.ts'
import type { RunSecrets } from '../run-secrets.ts'
import { writeForm } from './form-body.ts'
import { requestOutside } from './request-outside.ts'

/** What a request of a run may open. */
type RequestOpening = Pick<VendorOpening, 'credentials' | 'consentedHosts'> & {
  readFile(source: FileSource): Promise<Uint8Array>
  signal: AbortSignal
  secrets: SecretsOpener
  variables: RunSecrets
}

/**
 * Sends a request with the secrets of its credential. A server that refuses an access token (401) has done nothing: the
 * token is renewed, and the request sent once more, also one that writes.
 * @throws RunnelError `missing_credential`, `credential_host_mismatch`
 */
export async function requestWithCredential(
  context: OperationContext,
  request: HttpRequest,
  { signal, secrets, variables, ...opening }: RequestOpening,
): Promise<HttpReply> {
  const { authorise } = request
  const form = request.form && (await writeForm(request.form, opening.readFile))
  if (!authorise) return requestOutside(context, request, { signal, secrets: {}, form, variables })
  const send = async (fields: Record<string, string>) => {
    const leaving = { signal, request: describeLeaving(request, context.now()) }
    return requestOutside(context, request, {
      signal,
      secrets: await secrets.open(authorise, fields, leaving),
      form,
      variables,
    })
  }
  const { component } = authorise
  const fields = await openComponentCredential(context, component, opening)
  const reply = await send(fields ?? {})
  if (reply.status !== 401 || !fields) return reply
  const renewed = await opening.credentials.renew(component.credentials.credential ?? '', fields)
  return renewed ? send(renewed) : reply
}
