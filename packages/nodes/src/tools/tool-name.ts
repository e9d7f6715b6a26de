import { callNameOf } from '@runnel/contract'

/** A name that vendors take; the fallback where nothing is left of it. */
export function toToolName(name: string, fallback: string): string {
  return callNameOf(name) || fallback
}
