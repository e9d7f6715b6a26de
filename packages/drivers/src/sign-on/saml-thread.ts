/* Entry of the thread that speaks SAML: what strangers send is parsed, canonicalised and verified here alone. */
import { parentPort } from 'node:worker_threads'
import { errorMessage, isRunnelError } from '@runnel/contract'
import { beginSaml, readSamlResponse, writeSamlMetadata } from './saml.ts'
import type { FromSamlThread, SamlAsk } from './saml-thread-messages.ts'

const port = parentPort
if (port === null) throw new Error('The thread of SAML is started by who speaks it.')

async function answer(ask: SamlAsk): Promise<unknown> {
  if (ask.kind === 'begin') return beginSaml(ask.provider, ask.service, ask.request)
  if (ask.kind === 'read') return readSamlResponse(ask.provider, ask.service, ask.form)
  return writeSamlMetadata(ask.service)
}

async function reply(ask: SamlAsk): Promise<FromSamlThread> {
  try {
    return { value: await answer(ask) }
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? errorMessage(error.cause) : undefined
    return { fault: { message: errorMessage(error), cause, isRefusal: isRunnelError(error) } }
  }
}

port.on('message', async (ask: SamlAsk) => port.postMessage(await reply(ask)))
