import type { ServerAsking } from '@runnel/engine'
import type { Component, ToolServerTarget } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { describeLeaving, type SecretsOpener } from '../credentials/open-secrets.ts'
import { type OpeningOf, openComponentCredential, type VendorOpening } from '../credentials/open-vendor.ts'
import { addressOf } from '../server-secrets.ts'
import type { ToolServerScope } from './tool-server-port.ts'

/** What opening the credentials for servers of tools needs of its run. */
interface KeyOpening {
  credentials: VendorOpening['credentials']
  openingOf: OpeningOf
  getOpener(): SecretsOpener
}

/** Makes the secrets with which a run asks servers of tools: of the credential as it is, and with its token made anew. */
export function createServerKeys(
  context: OperationContext,
  { credentials, openingOf, getOpener }: KeyOpening,
): Pick<ToolServerScope, 'openSecrets' | 'renewSecrets'> {
  const openFields = (component: Component, { flowId, signal }: ServerAsking) =>
    openComponentCredential(context, component, openingOf({ flowId, owner: component.owner, signal }))
  const apply = (
    { authorise, server }: Required<Pick<ToolServerTarget, 'authorise' | 'server'>>,
    fields: Record<string, string>,
    { signal }: ServerAsking,
  ) => {
    const request = describeLeaving({ url: addressOf(server) }, context.now())
    return getOpener().open(authorise, fields, { signal, request })
  }

  return {
    async openSecrets({ authorise, server }, asking) {
      if (!authorise) return {}
      const fields = await openFields(authorise.component, asking)
      return apply({ authorise, server }, fields ?? {}, asking)
    },
    async renewSecrets({ authorise, server }, asking) {
      const id = authorise?.component.credentials.credential
      if (!authorise || id === undefined) return undefined
      const refused = await openFields(authorise.component, asking)
      const fields = refused && (await credentials.renew(id, refused))
      return fields && apply({ authorise, server }, fields, asking)
    },
  }
}
