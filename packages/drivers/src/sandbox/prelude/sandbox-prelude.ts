/**
 * Runs inside QuickJS before the user's code: makes console and timers out of the host functions, puts in place
 * what is evaluated on its first use, and hands back what the host needs to set globals and to read results. A
 * text, because it is never run by Node.
 */
export const SANDBOX_PRELUDE = String.raw`
((hostCall, hostLog, hostPart) => {
  const { parse, stringify } = JSON
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  const call = async (kind, payload) => {
    const answer = parse(await hostCall(kind, stringify(payload)))
    if (!answer.error) return answer.value
    throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
  }

  const show = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Error) return String(value.stack ? value + '\n' + value.stack : value)
    try { return stringify(value) ?? String(value) } catch { return String(value) }
  }
  const log = (...values) => hostLog(values.map(show).join(' '))
  define('console', { log, info: log, warn: log, error: log, debug: log, trace: log })

  let lastTimer = 0
  const timers = new Set()
  const startTimer = (again, run, ms = 0, ...args) => {
    const id = ++lastTimer
    timers.add(id)
    const tick = () => hostCall('sleep', stringify(Math.max(Number(ms) || 0, again ? 1 : 0))).then(() => {
      if (!timers.has(id)) return
      if (again) tick()
      else timers.delete(id)
      run(...args)
    })
    tick()
    return id
  }
  define('setTimeout', (run, ms, ...args) => startTimer(false, run, ms, ...args))
  define('setInterval', (run, ms, ...args) => startTimer(true, run, ms, ...args))
  define('setImmediate', (run, ...args) => startTimer(false, run, 0, ...args))
  define('clearTimeout', (id) => { timers.delete(id) })
  define('clearInterval', (id) => { timers.delete(id) })
  define('clearImmediate', (id) => { timers.delete(id) })
  define('queueMicrotask', (run) => { Promise.resolve().then(() => run()) })

  const made = { __proto__: null }
  const part = (name) => (made[name] ??= hostPart(name)({ call, part }))
  const defineLater = (name, partName) =>
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: false,
      get() {
        const value = part(partName)[name]
        define(name, value)
        return value
      },
      set(value) { define(name, value) },
    })
  const LATER = {
    base64: ['btoa', 'atob'],
    textEncoding: ['TextEncoder', 'TextDecoder'],
    urlSearchParams: ['URLSearchParams'],
    url: ['URL'],
    buffer: ['Buffer'],
    requests: ['fetch', 'Headers'],
    axios: ['axios'],
  }
  for (const [partName, names] of Object.entries(LATER)) for (const name of names) defineLater(name, partName)

  const modules = {
    __proto__: null,
    axios: () => part('axios').axios,
    'node-fetch': () => part('requests').fetch,
    buffer: () => ({ Buffer: part('buffer').Buffer }),
    url: () => ({ URL: part('url').URL, URLSearchParams: part('urlSearchParams').URLSearchParams }),
    util: () => ({ TextEncoder: part('textEncoding').TextEncoder, TextDecoder: part('textEncoding').TextDecoder }),
  }
  define('require', (name) => {
    const found = modules[String(name).replace(/^node:/, '')]
    if (found !== undefined) return found()
    throw new Error("require('" + String(name) + "') is not available. Available are: " + Object.keys(modules).join(', '))
  })
  define('callTool', (name, args = null) => call('call', { name: String(name), args }))

  return {
    setGlobals: (json) => {
      for (const [name, value] of Object.entries(parse(json))) define(name, value)
    },
    serialize: (value) => stringify(value === undefined ? null : value) ?? 'null',
    describe: (error) => {
      try {
        if (!(error instanceof Error)) return stringify({ name: '', message: show(error), stack: '' })
        return stringify({ name: String(error.name), message: String(error.message), stack: String(error.stack) })
      } catch {
        return stringify({ name: '', message: 'The function threw something that cannot be shown', stack: '' })
      }
    },
  }
})
`
