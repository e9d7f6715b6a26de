import type { ShownBy } from '@runnel/access'
import type { FlowType } from '@runnel/contract'
import { useIsShown } from '../../../session/use-viewer.ts'
import { useEditor } from './canvas-session.ts'

/** By whose right the configuration of a flow is changed, which is more than its drawing. */
const rightOf: Readonly<Record<FlowType, ShownBy>> = {
  CHATFLOW: 'chatflows:config',
  AGENTFLOW: 'agentflows:config',
  MULTIAGENT: 'agentflows:config',
  ASSISTANT: 'assistants:create,assistants:update',
}

/** How the configuration of the flow on the screen stands before who sees it. */
export interface Configurable {
  /** It is shown, and cannot be changed. */
  isFixed: boolean
  /** Only for want of the right to it: this is to be told. */
  lacksRight: boolean
}

/** Whether the configuration of the flow on the screen may be changed here. */
export function useConfigurable(): Configurable {
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const type = useEditor(({ head }) => head.type)
  const mayConfigure = useIsShown({ permission: rightOf[type] })
  return { isFixed: isReadOnly || !mayConfigure, lacksRight: !isReadOnly && !mayConfigure }
}
