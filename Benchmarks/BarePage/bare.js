// The least that shows a venue: one GeoJSON source of one floor with areas, their edges and their names.
// ?data=URL of the GeoJSON &bounds=west,south,east,north &level=0
const query = new URLSearchParams(location.search);
const filter = ['==', ['get', 'level'], query.get('level') ?? '0'];
const map = new maplibregl.Map({
  container: 'map',
  attributionControl: false,
  bounds: query.get('bounds').split(',').map(Number),
  fitBoundsOptions: { padding: 60 },
  style: {
    version: 8,
    sources: { venue: { type: 'geojson', data: new URL(query.get('data'), location.href).href } },
    layers: [
      { id: 'areas', type: 'fill', source: 'venue', filter,
        paint: { 'fill-color': '#f0ece5', 'fill-antialias': false } },
      { id: 'edges', type: 'line', source: 'venue', filter, paint: { 'line-color': '#4a4034' } },
      { id: 'names', type: 'symbol', source: 'venue', filter,
        layout: { 'text-field': ['get', 'name'], 'text-font': ['Noto Sans Medium'], 'text-size': 13 } },
    ],
  },
});
map.once('load', () => { document.body.dataset.state = 'loaded'; });
window.bareMove = (center, zoom) => new Promise((resolve) => {
  map.once('moveend', resolve);
  map.easeTo({ center, zoom, duration: 600 });
});
