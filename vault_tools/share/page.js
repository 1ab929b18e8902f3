"use strict";
(() => {
  const form = document.querySelector(".filters");
  const shown = form.querySelector("output");
  const nothing = document.querySelector(".nothing");
  const notes = [...document.querySelectorAll(".note")].map((element) => ({
    element,
    name: element.dataset.note,
    cards: [...element.querySelectorAll(".card")],
  }));
  const total = notes.reduce((sum, note) => sum + note.cards.length, 0);

  const filter = () => {
    const wanted = new FormData(form);
    const statuses = new Set(wanted.getAll("status"));
    const family = wanted.get("family");
    const words = wanted.get("text").toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    let visibleNotes = 0;
    for (const note of notes) {
      let here = 0;
      for (const card of note.cards) {
        const { status, family: own, text } = card.dataset;
        const fits = statuses.has(status) && (!family || own === family) &&
          words.every((word) => text.includes(word) || note.name.includes(word));
        card.hidden = !fits;
        here += fits;
      }
      const plain = note.cards.length === 0 && !family && words.every((word) => note.name.includes(word));
      note.element.hidden = here === 0 && !plain;
      count += here;
      visibleNotes += !note.element.hidden;
    }
    shown.value = `${count} / ${total}`;
    nothing.hidden = visibleNotes > 0;
  };

  const copy = async (button) => {
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      if (!document.execCommand("copy")) return;
    }
    const label = button.textContent;
    button.textContent = document.body.dataset.copied;
    button.disabled = true;
    setTimeout(() => {
      button.textContent = label;
      button.disabled = false;
      button.focus({ preventScroll: true });
    }, 1200);
  };

  // Tall brackets need a font with a MATH table. Where the system has none, the style sheet draws them.
  const stretches = () => {
    const probe = document.createElement("div");
    probe.innerHTML = '<math><mrow><mo stretchy="true">(</mo><mspace height="5em" depth="5em"></mspace></mrow></math>';
    document.body.append(probe);
    const tall = probe.querySelector("mo").getBoundingClientRect().height > 5 * parseFloat(getComputedStyle(probe).fontSize);
    probe.remove();
    return tall;
  };
  if (!stretches()) document.documentElement.classList.add("drawn");

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".copy");
    if (button) copy(button);
  });
  document.addEventListener("keydown", (event) => {
    const search = form.elements.text;
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !/^(input|select|textarea)$/i.test(event.target.tagName)) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && event.target === search && search.value) {
      search.value = "";
      filter();
    }
  });
  filter();
})();
