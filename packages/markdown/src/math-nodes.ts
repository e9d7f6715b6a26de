import type { Literal } from 'mdast'
import type { CompileContext, Extension, Handle } from 'mdast-util-from-markdown'

/** A formula as it stands in the text, with its signs. */
export interface MathNode extends Literal {
  type: 'math' | 'inlineMath'
}

declare module 'mdast' {
  interface RootContentMap {
    math: MathNode & { type: 'math' }
    inlineMath: MathNode & { type: 'inlineMath' }
  }
  interface PhrasingContentMap {
    inlineMath: MathNode & { type: 'inlineMath' }
  }
}

/** Makes nodes of the tokens of `mathFlow` and `mathText`. */
export const mathNodes: Extension = {
  enter: {
    mathFlow(token) {
      this.enter({ type: 'math', value: '' }, token)
      this.buffer()
    },
    mathText(token) {
      this.enter({ type: 'inlineMath', value: '' }, token)
      this.buffer()
    },
  },
  exit: { mathFlow: exitMath, mathText: exitMath, mathData: exitData },
}

function exitMath(this: CompileContext, token: Parameters<Handle>[0]): undefined {
  const value = this.resume()
  const node = this.stack.at(-1)
  if (node?.type === 'math' || node?.type === 'inlineMath') node.value = value
  this.exit(token)
}

function exitData(this: CompileContext, token: Parameters<Handle>[0]): undefined {
  this.config.enter.data?.call(this, token)
  this.config.exit.data?.call(this, token)
}
