import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'

/** Icons of the nodes that identify a flow, the most telling first; how many more there are stands behind. */
export function NodeIcons({ types, atMost }: { types: readonly string[]; atMost: number }) {
  const { t } = useTranslation('flows')
  const shown = types.slice(0, atMost)
  const more = types.length - shown.length
  return (
    <span className="node-icons">
      {shown.map((type) => (
        <NodeIcon key={type} type={type} />
      ))}
      {more > 0 ? (
        <span title={types.slice(atMost).join(', ')}>{t('moreNodes', { count: more })}</span>
      ) : null}
    </span>
  )
}

function NodeIcon({ type }: { type: string }) {
  const [isMissing, setIsMissing] = useState(false)
  if (isMissing)
    return (
      <span
        className="flow-node-icon"
        title={type}
        role="img"
        aria-label={type}
        data-letter={type.slice(0, 1)}
      />
    )
  return (
    <img
      src={api.addressOf('getNodeIcon', { params: { name: type } })}
      alt={type}
      title={type}
      width={24}
      height={24}
      loading="lazy"
      decoding="async"
      className="flow-node-icon"
      onError={() => setIsMissing(true)}
    />
  )
}
