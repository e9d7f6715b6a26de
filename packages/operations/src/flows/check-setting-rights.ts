import { isDeepStrictEqual } from 'node:util'
import type { Principal } from '@runnel/access'
import { refusalOf, tellWhy, type UpdateChatflowBody } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { allowedOrigins, lackedOnFlows, parseFlowSettings } from '../flow-rights.ts'

/** Columns of a flow that are its configuration as a whole. */
const CONFIGURATION = [
  'apiConfig',
  'analytic',
  'speechToText',
  'textToSpeech',
  'followUpPrompts',
  'mcpServerConfig',
] as const

type Texts = Pick<FlowRow, 'chatbotConfig' | (typeof CONFIGURATION)[number]>

/** Parts of a flow's settings with a right of their own, and how each is read. */
const PARTS: readonly { path: string; right: 'config' | 'domains'; read: (flow: Texts) => unknown }[] = [
  ...CONFIGURATION.map((path) => ({
    path,
    right: 'config' as const,
    read: (flow: Texts) => parseFlowSettings(flow[path]),
  })),
  { path: 'chatbotConfig', right: 'config', read: withoutDomains },
  { path: 'chatbotConfig.allowedOrigins', right: 'domains', read: allowedOrigins },
  { path: 'chatbotConfig.allowedOriginsError', right: 'domains', read: domainsError },
]

function withoutDomains({ chatbotConfig }: Texts) {
  const { allowedOrigins: _domains, allowedOriginsError: _told, ...rest } = parseFlowSettings(chatbotConfig)
  return rest
}

/** What a page of another domain is told; no text is the same as none. */
function domainsError({ chatbotConfig }: Texts) {
  const { allowedOriginsError: told } = parseFlowSettings(chatbotConfig)
  return told === '' || told === null ? undefined : told
}

/**
 * Who saves a flow changes its configuration, and from which domains it is called, only with the right to it. What is
 * sent back as it was, in whatever words, is no change. A new flow has no callers yet: it comes with its settings.
 * @throws RunnelError `forbidden` at the field
 */
export function checkSettingRights(
  principal: Principal,
  { flow, body }: { flow: FlowRow; body: UpdateChatflowBody },
): void {
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  const after: FlowRow = { ...flow, ...(Object.fromEntries(given) as Partial<Texts>) }
  for (const { path, right, read } of PARTS) {
    const permission = lackedOnFlows(principal, flow.type, right)
    if (permission === undefined || isDeepStrictEqual(read(flow), read(after))) continue
    throw refusalOf('forbidden', tellWhy('flow_setting_right', { permission }), { path })
  }
}
