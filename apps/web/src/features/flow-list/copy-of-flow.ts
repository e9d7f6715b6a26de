import type { Chatflow, CreateChatflowBody } from '@runnel/contract'

const SETTINGS = [
  'chatbotConfig',
  'apiConfig',
  'analytic',
  'speechToText',
  'textToSpeech',
  'followUpPrompts',
  'category',
  'apikeyid',
  'privateSessions',
] as const

/**
 * What creates a copy of a flow: its document, kind and settings under another name. Where its credentials may go, the
 * original says. What makes the original
 * reachable from outside (public page, MCP server, webhook) stays with the original.
 */
export function copyOfFlow(flow: Chatflow, name: string): CreateChatflowBody {
  const { id: copyOf, type, document, viewport, concurrency } = flow
  const settings = Object.fromEntries(
    SETTINGS.flatMap((key) => (flow[key] == null ? [] : [[key, flow[key]]])),
  )
  return {
    ...settings,
    name,
    copyOf,
    type,
    ...(document === undefined ? {} : { document }),
    ...(viewport === undefined ? {} : { viewport }),
    ...(concurrency === undefined ? {} : { concurrency }),
  }
}
