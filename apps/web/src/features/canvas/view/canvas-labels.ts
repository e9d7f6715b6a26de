import type { useTranslation } from 'react-i18next'

type Translate = ReturnType<typeof useTranslation<'canvas'>>['t']

const directions = ['up', 'down', 'left', 'right'] as const

/** What xyflow reads out of itself, in the language of the page. */
export function canvasLabels(t: Translate) {
  return {
    'node.a11yDescription.default': t('keys.node'),
    'node.a11yDescription.keyboardDisabled': t('keys.node'),
    'node.a11yDescription.ariaLiveMessage': ({ direction }: { direction: string }) => {
      const known = directions.find((each) => each === direction)
      return known === undefined ? '' : t(`keys.moved.${known}`)
    },
    'edge.a11yDescription.default': t('keys.edge'),
    'controls.ariaLabel': t('controls.title'),
    'controls.zoomIn.ariaLabel': t('controls.zoomIn'),
    'controls.zoomOut.ariaLabel': t('controls.zoomOut'),
    'controls.fitView.ariaLabel': t('controls.fitView'),
    'handle.ariaLabel': t('controls.port'),
  }
}
