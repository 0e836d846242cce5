import { pointTime, type Step } from './point-time.ts'
import type { TrafficPoint } from './traffic-drawing.ts'

/** The traffic chart's numbers as a table that only screen readers meet. */
export function TrafficTable({ points, step, tz }: { points: TrafficPoint[]; step: Step; tz: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Traffic over time</caption>
        <thead>
          <tr>
            <th scope="col">{step === 'day' ? 'Day' : 'Hour'}</th>
            <th scope="col">Visitors</th>
            <th scope="col">Views</th>
            <th scope="col">Leads</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ at, visitors, views, leads }) => (
            <tr key={at}>
              <th scope="row">{pointTime(at, step, tz)}</th>
              <td>{visitors}</td>
              <td>{views}</td>
              <td>{leads}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
