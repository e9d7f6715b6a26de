import { Inspector } from '../inspector/inspector.tsx'
import { usePanelHost } from './panel-host.ts'

/** The form of the node whose card was opened, which closes by itself. */
export function InspectorPanel() {
  const { problems } = usePanelHost()
  return <Inspector problems={problems} />
}
