import type { ParamOption } from '@runnel/contract'
import type { ReactNode } from 'react'

/** Draws an option with its description under its label. */
export function renderOption(options: readonly ParamOption[]) {
  return function OptionRow({ option }: { option: { value: string; label: string } }): ReactNode {
    const description = options.find(({ name }) => name === option.value)?.description
    return (
      <span className="option">
        <span>{option.label}</span>
        {description ? <span className="option-help">{description}</span> : null}
      </span>
    )
  }
}
