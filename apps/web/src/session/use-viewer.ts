import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type DisplayRule, isShown, toViewer, type Viewer } from './display-rules.ts'
import { platformQuery } from './platform.ts'
import { useSessionStore } from './session-store.ts'

/** Whose permissions and features decide what this page shows. */
export function useViewer(): Viewer {
  // What is not known yet opens nothing: on open source rights would not be asked for.
  const { data: platform = 'enterprise' } = useQuery(platformQuery)
  const session = useSessionStore()
  return useMemo(() => toViewer(session, platform), [session, platform])
}

/** Whether a control with this rule is shown: both its permission and its feature must pass. */
export function useIsShown(rule: DisplayRule): boolean {
  return isShown(useViewer(), rule)
}
