import { useLayoutEffect, useRef } from 'react'
import temml from 'temml'
import 'temml/dist/Temml-Local.css'

/** In `em`: no formula covers the page. */
const LARGEST: [number, number] = [40, 200]
const MOST_MACROS = 200

/** TeX drawn as MathML. What cannot be read is shown as it is written. */
export function DrawnFormula({ tex, display }: { tex: string; display: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    try {
      temml.render(tex, element, {
        displayMode: display,
        throwOnError: true,
        trust: false,
        maxSize: LARGEST,
        maxExpand: MOST_MACROS,
      })
    } catch {
      element.textContent = tex
    }
  }, [tex, display])
  return <span className="formula" data-display={display} ref={place} />
}
