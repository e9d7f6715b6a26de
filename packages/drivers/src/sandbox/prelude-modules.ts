import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, VmCallResult } from 'quickjs-emscripten'
import { preludeSources } from './prelude-sources.ts'

/** A name that no module has: what the user's code imports by itself is never found. */
const NOTHING = 'nothing'

/** Evaluates a module of the prelude, the first time, and gives what it exports, or what it threw. */
export type LoadPreludeModule = (name: string) => VmCallResult<QuickJSHandle>

/**
 * Opens the modules of the prelude to a runtime: to the host and to each other, never to the user's code, which finds
 * nothing to import.
 */
export function openPreludeModules(runtime: QuickJSRuntime, context: QuickJSContext): LoadPreludeModule {
  const loaded = new Map<string, QuickJSHandle>()
  let isLoading = false
  runtime.setModuleLoader(
    (name) => preludeSources[name] ?? { error: new Error(`There is no module called “${name}”`) },
    (_from, name) => (isLoading ? name.replace(/^\.\//, '') : NOTHING),
  )

  function evaluate(name: string): VmCallResult<QuickJSHandle> {
    isLoading = true
    try {
      const text = `export * from ${JSON.stringify(`./${name}`)}`
      return context.evalCode(text, 'sandbox.js', { type: 'module' })
    } finally {
      isLoading = false
    }
  }

  return (name) => {
    const earlier = loaded.get(name)
    if (earlier !== undefined) return { value: earlier.dup() }
    const result = evaluate(name)
    if (result.error === undefined) loaded.set(name, result.value.dup())
    return result
  }
}
