import { useQuery } from '@tanstack/react-query'
import { type DisplayRule, isShown, type Viewer } from './display-rules.ts'
import { platformQuery } from './platform.ts'
import { useSessionStore } from './session-store.ts'

/** Whose permissions and features decide what this page shows. */
export function useViewer(): Viewer {
  const { data: platform = 'open source' } = useQuery(platformQuery)
  const isGlobal = useSessionStore((state) => state.isGlobal)
  const permissions = useSessionStore((state) => state.permissions)
  const features = useSessionStore((state) => state.features)
  return { isGlobal, permissions, features, platform }
}

/** Whether a control with this rule is shown: both its permission and its feature must pass. */
export function useIsShown(rule: DisplayRule): boolean {
  return isShown(useViewer(), rule)
}
