const width = 640
const height = 360
const margin = { left: 56, right: 110, top: 40, bottom: 40 }
const colours = ['#1f6feb', '#8b949e', '#d29922']

/**
 * Lines over linear axes as SVG: what grows in proportion is straight.
 *
 * @param {import('../run.mjs').Curve} curve
 */
export function drawCurve({ title, lines }) {
  const points = lines.flatMap((line) => line.points)
  const most = { x: Math.max(...points.map(([x]) => x)), y: Math.max(...points.map(([, y]) => y)) }
  const x = (/** @type {number} */ value) =>
    Math.round(margin.left + (value / most.x) * (width - margin.left - margin.right))
  const y = (/** @type {number} */ value) =>
    Math.round(height - margin.bottom - (value / most.y) * (height - margin.top - margin.bottom))
  const drawn = lines.map(({ name, points }, index) => {
    const colour = colours[index % colours.length]
    const [lastX, lastY] = points.at(-1) ?? [0, 0]
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map(([a, b]) => `${x(a)},${y(b)}`).join(' ')}"/>`,
      ...points.map(([a, b]) => `<circle cx="${x(a)}" cy="${y(b)}" r="3" fill="${colour}"/>`),
      `<text x="${x(lastX) + 8}" y="${y(lastY) + 4}" fill="${colour}">${name} ${lastY.toFixed(1)}</text>`,
    ].join('\n')
  })
  const ticks = [...new Set(points.map(([a]) => a))].filter((a) => a >= most.x / 10)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${margin.left}" y="20" font-size="14">${title}</text>
<path fill="none" stroke="#444" d="M${x(0)},${y(most.y)}V${y(0)}H${x(most.x)}"/>
<text x="${x(0) - 8}" y="${y(most.y) + 4}" text-anchor="end">${most.y.toFixed(1)}</text>
<text x="${x(0) - 8}" y="${y(0) + 4}" text-anchor="end">0</text>
${ticks.map((a) => `<text x="${x(a)}" y="${y(0) + 18}" text-anchor="middle">${a}</text>`).join('\n')}
${drawn.join('\n')}
</svg>
`
}
