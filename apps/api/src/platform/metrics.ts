// A node's metrics in Prometheus' format. Units are in the names. The values of a label are a short
// list that the program knows (routes, tasks, states), never data that clients send.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { HttpServer } from './http-server.ts';
import type { TaskHandler } from './jobs.ts';

export type Metrics = Registry;

const secondsBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Includes the default metrics of the process: memory, CPU, delay of the event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Returns a function that counts the responses of a server. */
export function createRequestMeter(metrics: Metrics): (name: string, server: HttpServer) => void {
  const answers = new Counter({
    name: 'pocketfleet_requests_total',
    help: 'Answered HTTP requests. Addresses that are no call or page of ours are the route "none".',
    labelNames: ['server', 'route', 'status'],
    registers: [metrics],
  });
  const durations = new Histogram({
    name: 'pocketfleet_request_seconds',
    help: 'From a request until its answer was handed over.',
    labelNames: ['server', 'route'],
    buckets: secondsBuckets,
    registers: [metrics],
  });
  return (name, server) =>
    server.addHook('onResponse', (request, reply, done) => {
      const { method, url } = request.routeOptions;
      const route = url === undefined ? 'none' : `${String(method)} ${url}`;
      answers.inc({ server: name, route, status: `${Math.trunc(reply.statusCode / 100)}xx` });
      durations.observe({ server: name, route }, reply.elapsedTime / 1_000);
      done();
    });
}

/** Wraps the tasks so that each run is counted. */
export function measureTasks(metrics: Metrics, tasks: readonly TaskHandler[]): TaskHandler[] {
  const runs = new Counter({
    name: 'pocketfleet_job_runs_total',
    help: 'Runs of jobs. A failed one is tried again; what is given up is in pocketfleet_jobs_given_up.',
    labelNames: ['task', 'outcome'],
    registers: [metrics],
  });
  const durations = new Histogram({
    name: 'pocketfleet_job_seconds',
    help: 'How long a run of a job took.',
    labelNames: ['task'],
    buckets: secondsBuckets,
    registers: [metrics],
  });
  return tasks.map((task) => {
    for (const outcome of ['done', 'failed']) runs.inc({ task: task.name, outcome }, 0);
    return {
      ...task,
      run: async (payload, attempt) => {
        const end = durations.startTimer({ task: task.name });
        let outcome = 'failed';
        try {
          await task.run(payload, attempt);
          outcome = 'done';
        } finally {
          end();
          runs.inc({ task: task.name, outcome });
        }
      },
    };
  });
}
