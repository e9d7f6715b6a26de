import { callHost, connectHost, type HostCall } from './call-host.ts'
import { defineGlobal } from './define-global.ts'
import { defineLater } from './define-later.ts'
import { defineRequire } from './define-require.ts'
import type { LoadPart } from './parts.ts'
import { showValue } from './show-value.ts'
import { defineTimers } from './timers.ts'

const { parse, stringify } = JSON

/** What the host needs to set globals and to read results; all in JSON text. */
interface Tools {
  setGlobals(json: string): void
  serialize(value: unknown): string
  describe(error: unknown): string
}

function describe(error: unknown): string {
  try {
    if (!(error instanceof Error)) return stringify({ name: '', message: showValue(error), stack: '' })
    return stringify({ name: String(error.name), message: String(error.message), stack: String(error.stack) })
  } catch {
    return stringify({ name: '', message: 'The function threw something that cannot be shown', stack: '' })
  }
}

/**
 * Runs inside QuickJS before the user's code: makes console, timers and calls out of the host's functions, and makes
 * known what is evaluated on its first use.
 * @public The host calls it by its name.
 */
export function install(hostCall: HostCall, hostLog: (line: string) => void, loadPart: LoadPart): Tools {
  connectHost(hostCall)
  const log = (...values: unknown[]) => hostLog(values.map(showValue).join(' '))
  defineGlobal('console', { log, info: log, warn: log, error: log, debug: log, trace: log })
  defineTimers()
  defineLater(loadPart)
  defineRequire(loadPart)
  defineGlobal('callTool', (name: unknown, args: unknown = null) =>
    callHost('call', { name: String(name), args }),
  )
  return {
    setGlobals(json) {
      for (const [name, value] of Object.entries(parse(json))) defineGlobal(name, value)
    },
    serialize: (value) => stringify(value === undefined ? null : value) ?? 'null',
    describe,
  }
}
