import { Component, type ReactNode } from 'react'
import { LoadFailure } from '../../../ui/load-failure.tsx'

interface PanelBoundaryProps {
  /** Has to put another boundary in the place of this one. */
  onRetry: () => void
  children: ReactNode
}

/** A panel that fails, as when its code cannot be loaded, fails alone: the document stays on the screen. */
export class PanelBoundary extends Component<PanelBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <LoadFailure error={this.state.error} onRetry={this.props.onRetry} />
  }
}
