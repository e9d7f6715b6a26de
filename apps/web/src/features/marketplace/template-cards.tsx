import type { Template } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { KindBadge } from '../flow-list/kind-badge.tsx'
import { NodeIcons } from '../flow-list/node-icons.tsx'
import { DeleteTemplateButton } from './delete-template-button.tsx'
import { flowTypeOf, previewPath } from './template-kind.ts'
import { UseTemplateButton } from './use-template-button.tsx'

interface TemplateCardsProps {
  templates: readonly Template[]
  /** Of the workspace: they can be deleted. */
  isOwn?: boolean
}

/** Templates as cards; the whole card opens the preview, the button makes a flow. */
export function TemplateCards({ templates, isOwn = false }: TemplateCardsProps) {
  const { t } = useTranslation(['marketplace', 'flows'])
  return (
    <ul className="card-grid" aria-label={t('list')}>
      {templates.map((template) => (
        <li key={template.id} className="flow-card template-card">
          <Link to={previewPath(template)} params={{ id: template.id }} className="flow-card-link">
            {template.templateName}
          </Link>
          <p className="template-card-text">{template.description}</p>
          <div className="flow-card-facts">
            <KindBadge flow={{ type: flowTypeOf(template) }} />
            {template.badge === '' ? null : <span className="template-badge">{template.badge}</span>}
            <span>{template.usecases.join(', ')}</span>
          </div>
          <div className="flow-card-foot">
            <NodeIcons types={template.nodeTypes} atMost={4} />
            <span className="template-card-doings">
              {isOwn ? <DeleteTemplateButton template={template} /> : null}
              <UseTemplateButton template={template} variant="default" size="xs" />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
