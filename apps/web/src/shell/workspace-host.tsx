import { useEffect, useState } from 'react'
import { watchMissed } from '../session/watch-missed.ts'
import { useWorkspacePlace, useWorkspaceStep } from '../session/workspace-state.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const load = () => import('./workspace-dialogs.tsx')
const SwitchingDialog = lazyPart(async () => (await load()).SwitchingDialog)
const SwitchErrorDialog = lazyPart(async () => (await load()).SwitchErrorDialog)
const UnavailableDialog = lazyPart(async () => (await load()).UnavailableDialog)

/** Shows how a switch of the workspace goes, and asks for another when the one of the page is missing. Stands once. */
export function WorkspaceHost() {
  const { step } = useWorkspaceStep()
  const place = useWorkspacePlace()
  const [isMissed, setIsMissed] = useState(false)
  useEffect(() => watchMissed(place, setIsMissed), [place])
  if (step.kind === 'switching') return <SwitchingDialog to={step.to} />
  if (step.kind === 'failed') return <SwitchErrorDialog message={step.message} />
  return isMissed && place !== 'here' ? <UnavailableDialog place={place} /> : null
}
