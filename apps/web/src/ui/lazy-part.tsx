import i18next from 'i18next'
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { notify } from './notifications/notify.ts'

interface PartOptions<P> {
  /** Stands in its place until it is there; nothing, if undefined. */
  waiting?: (props: P) => ReactNode
  /** Stands in its place when it cannot be loaded; what waited for it, if undefined. */
  failed?: (props: P) => ReactNode
  /** For a part that was asked for: takes the wish back, and the person is told. */
  onFailed?: (props: P) => void
}

/**
 * A part of a page whose code is fetched with its first use. It waits and fails alone: nothing around it leaves the
 * screen, whether the server is away or was upgraded under an open tab. The next use tries again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting, failed, onFailed }: PartOptions<P> = {},
): ComponentType<P> {
  const fetchPart = () => lazy(async () => ({ default: await load() }))
  let Part = fetchPart()
  return function LazyPart(props: P) {
    const fallback = waiting?.(props) ?? null
    const onError = () => {
      Part = fetchPart()
      if (onFailed === undefined) return
      onFailed(props)
      notify.error(i18next.t('partFailed', { ns: 'ui' }))
    }
    return (
      <PartBoundary onError={onError} fallback={failed?.(props) ?? fallback}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

interface PartBoundaryProps {
  onError: () => void
  fallback: ReactNode
  children: ReactNode
}

class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
