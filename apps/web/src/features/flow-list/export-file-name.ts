import type { Chatflow } from '@runnel/contract'

const RESERVED = new Set('\\/:*?"<>|')

/** The name of a flow's file: `<name> Chatflow.json` or `<name> Agents.json`, without what file systems refuse. */
export function exportFileName(flow: Pick<Chatflow, 'name' | 'type'>): string {
  const kind = flow.type === 'CHATFLOW' || flow.type === 'ASSISTANT' ? 'Chatflow' : 'Agents'
  const safe = [...flow.name].map((sign) => (RESERVED.has(sign) || sign < ' ' ? '-' : sign)).join('')
  return `${safe.trim().slice(0, 120) || 'Flow'} ${kind}.json`
}
