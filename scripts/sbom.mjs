#!/usr/bin/env node
// Prints the software bill of materials of a release as CycloneDX 1.6
// (https://cyclonedx.org/specification/overview/). It lists the crates in the binary, the npm
// packages in the UI and the tools that build the UI, each with the hash from its lock file.
//
// `cargo cyclonedx` and `npm sbom` do not replace this script: they write two documents of version 1.5
// instead of one, npm's is not reproducible, and tests would need the first tool installed.
//
//   scripts/sbom.mjs x86_64-unknown-linux-musl > stoa.cdx.json
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const target = process.argv[2];
if (!target) throw new Error('usage: scripts/sbom.mjs TARGET (for example x86_64-unknown-linux-musl)');
const root = new URL('..', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const run = (program, ...args) => execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

const { packages, resolve } = JSON.parse(
  run('cargo', 'metadata', '--locked', '--format-version', '1', '--filter-platform', target),
);
const crates = new Map(packages.map((crate) => [crate.id, crate]));
const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
const checksums = new Map(
  [...read('Cargo.lock').matchAll(/name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"/g)].map(
    ([, name, version, checksum]) => [`${name}@${version}`, checksum],
  ),
);
const crateRef = ({ name, version }) => `pkg:cargo/${name}@${version}`;
const licenses = (text) => (text ? [{ expression: text.replaceAll('/', ' OR ') }] : []);

// Dependencies of the binary and of its build, without dev-dependencies.
const stoa = packages.find(({ name, source }) => name === 'stoa' && source === null);
const dependencies = (id) =>
  nodes.get(id).deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind !== 'dev')).map(({ pkg }) => pkg);
const used = new Set([stoa.id]);
for (const id of used) for (const other of dependencies(id)) used.add(other);
used.delete(stoa.id);

const crateComponents = [...used].map((id) => {
  const crate = crates.get(id);
  const { name, version, license, repository } = crate;
  const content = checksums.get(`${name}@${version}`);
  if (!content) throw new Error(`${name} ${version} has no checksum in Cargo.lock`);
  return {
    type: 'library',
    'bom-ref': crateRef(crate),
    name,
    version,
    scope: 'required',
    hashes: [{ alg: 'SHA-256', content }],
    licenses: licenses(license),
    purl: crateRef(crate),
    ...(repository && { externalReferences: [{ type: 'vcs', url: repository }] }),
  };
});

const npmComponents = Object.entries(JSON.parse(read('ui/package-lock.json')).packages)
  .filter(([path]) => path)
  .map(([path, { version, integrity, license, dev, devOptional, name }]) => {
    const packageName = name ?? path.split('node_modules/').at(-1);
    const purl = `pkg:npm/${packageName.replace('@', '%40')}@${version}`;
    if (!integrity?.startsWith('sha512-')) throw new Error(`${packageName} ${version} has no integrity in ui/package-lock.json`);
    return {
      type: 'library',
      'bom-ref': `${purl}#${path}`,
      name: packageName,
      version,
      scope: dev || devOptional ? 'excluded' : 'required',
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
      licenses: licenses(license),
      purl,
    };
  });

const byRef = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1);
const uiRefs = npmComponents.filter(({ scope }) => scope === 'required').map((component) => component['bom-ref']);
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    // Time of the commit, so that the output is reproducible.
    timestamp: run('git', 'log', '-1', '--format=%cI').trim(),
    component: {
      type: 'application',
      'bom-ref': crateRef(stoa),
      name: stoa.name,
      version: stoa.version,
      licenses: licenses(stoa.license),
      purl: crateRef(stoa),
    },
    properties: [{ name: 'target', value: target }],
  },
  components: [...crateComponents, ...npmComponents].sort(byRef),
  dependencies: [stoa.id, ...used]
    .map((id) => ({
      ref: crateRef(crates.get(id)),
      dependsOn: [...dependencies(id).map((other) => crateRef(crates.get(other))), ...(id === stoa.id ? uiRefs : [])].sort(),
    }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
};
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
