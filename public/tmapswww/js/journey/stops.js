// @ts-check
/**
 * A stop of a journey on the map: a disc with its number, the last one with a flag's colours, and its name below.
 * @param {{mark: string, name: string, label: string, isEnd: boolean, onChoose: () => void}} stop
 */
export function stopElement({ mark, name, label, isEnd, onChoose }) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'place-stop';
  element.classList.toggle('end', isEnd);
  element.setAttribute('aria-label', label);
  element.append(mark);
  if (name) {
    const title = document.createElement('span');
    title.dir = 'auto';
    title.textContent = name;
    element.append(title);
  }
  element.addEventListener('click', (event) => {
    event.stopPropagation();
    onChoose();
  });
  return element;
}
