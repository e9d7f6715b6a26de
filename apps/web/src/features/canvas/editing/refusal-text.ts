import type { ConnectionRefusal } from '@runnel/graph'
import i18next from 'i18next'

/** Says why an edge cannot be drawn, in the language of the page. */
export function refusalText({ reason, details, message }: ConnectionRefusal): string {
  return i18next.t(`refused.${reason}`, { ns: 'canvas', ...details, defaultValue: message })
}
