import type { Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { loadNodeMethod } from './load-node-method.ts'

/** The voices of a service that reads texts out, as the account of a credential has them. @throws RunnelError `invalid_input` */
export async function listVoices(
  context: OperationContext,
  principal: Principal,
  { provider, credentialId }: { provider: string; credentialId?: string | undefined },
): Promise<{ id: string; name: string; category?: string }[]> {
  if (context.catalogue.find(provider)?.settingOf !== 'textToSpeech') {
    const message = 'names no service that reads texts out'
    throw new RunnelError('invalid_input', `provider: ${message}`, {
      issues: [{ path: 'provider', message }],
    })
  }
  const voices = await loadNodeMethod(context, principal, {
    nodeName: provider,
    loadMethod: 'listVoices',
    inputs: {},
    credential: credentialId,
    previousNodes: [],
  })
  return voices.map(({ name: id, label: name, description: category }) => ({
    id,
    name,
    ...(category === undefined ? {} : { category }),
  }))
}
