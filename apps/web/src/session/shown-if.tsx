import type { ReactNode } from 'react'
import type { DisplayRule } from './display-rules.ts'
import { useIsShown } from './use-viewer.ts'

/** Renders its children only when the permission and the feature pass. */
export function ShownIf({ children, ...rule }: DisplayRule & { children: ReactNode }) {
  return useIsShown(rule) ? children : null
}
